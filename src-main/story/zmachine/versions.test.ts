import { describe, expect, it } from 'vitest'
import { openEnvironment } from '../live-environment'
import { assembleStory, packZchars, ROUTINE, SCRATCH, type TinyStory } from './tiny-story.testkit'

const PRINT = 0xb2
const NEW_LINE = 0xbb

function play(story: TinyStory): string {
  const environment = openEnvironment(assembleStory(story), 'plain')
  const { observation, prompt, fault } = environment.reset({ seed: 1 })
  return fault === null ? observation + prompt : `${fault.kind}: ${fault.message}`
}

const print = (zchars: readonly number[]) => [PRINT, ...packZchars(zchars)]

describe('text of the early versions (Standard §3)', () => {
  it('v1 prints a newline for Z-character 1 and has its own third alphabet', () => {
    expect(play({ version: 1, code: print([6, 7, 8, 1, 5, 7, 27]) })).toBe('abc\n0<')
  })

  it('v1 and v2 shift once with 2 and 3, and lock with 4 and 5', () => {
    expect(play({ version: 1, code: print([2, 6, 6, 4, 6, 7, 2, 7, 7, 5, 6, 7]) })).toBe('AaAB0Bab')
    expect(play({ version: 2, code: print([3, 8, 6, 5, 8, 8, 3, 6, 8]) })).toBe('0a00A0')
  })

  it('v2 has one bank of abbreviations', () => {
    const abbreviations = Array.from({ length: 1 }, () => [0, (SCRATCH / 2) & 0xff]).flat()
    const story = assembleStory({ version: 2, code: print([1, 3, 6]), scratch: packZchars([13, 10, 17, 17, 20]) })
    story.set([(SCRATCH / 2) >> 8, ...abbreviations.slice(1)], 0x40 + 3 * 2)
    const { observation, prompt } = openEnvironment(story, 'plain').reset({ seed: 1 })
    expect(observation + prompt).toBe('helloa')
  })

  it('v3 and later shift for one character only, and escape to any ZSCII code', () => {
    expect(play({ version: 3, code: print([4, 6, 6, 5, 8, 5, 6, 4, 27]) })).toBe('Aa0ä')
  })
})

describe('packed addresses (Standard §1.2.3)', () => {
  const returnsSeven = [0, 0x9b, 7] // no locals; ret 7
  const callThenPrint = (packed: number) => [0xe0, 0x3f, packed >> 8, packed & 0xff, 16, 0xe6, 0xbf, 16]

  it.each([
    [3, ROUTINE / 2],
    [4, ROUTINE / 4],
    [5, ROUTINE / 4],
    [8, ROUTINE / 8],
  ] as const)('v%i calls its routine', (version, packed) => {
    expect(play({ version, code: callThenPrint(packed), extra: returnsSeven })).toBe('7')
  })

  it('v7 adds the offsets of routines and of strings', () => {
    const offset = 0x20
    const packed = (ROUTINE - offset * 8) / 4
    expect(play({ version: 7, offset, code: callThenPrint(packed), extra: returnsSeven })).toBe('7')
    expect(play({ version: 7, offset, code: [0x8d, packed >> 8, packed & 0xff], extra: packZchars([13, 14]) })).toBe(
      'hi',
    )
  })
})

describe('input', () => {
  const readLine = (version: 3 | 5) => [
    0xe4,
    0x0f,
    SCRATCH >> 8,
    SCRATCH & 0xff,
    (SCRATCH + 32) >> 8,
    (SCRATCH + 32) & 0xff,
    ...(version === 5 ? [16] : []),
  ]

  it('a line that is too long for the buffer is cut, which is reported', () => {
    const environment = openEnvironment(
      assembleStory({ version: 3, code: [...readLine(3), NEW_LINE], scratch: [6] }),
      'plain',
    )
    expect(environment.input).toEqual({ kind: 'line', maxLength: 5, preloaded: '', timerTenths: null })
    expect(environment.step('ABCDEFGH').info.truncatedInput).toBe(true)
    expect(environment.reset({ seed: 1 }).info.truncatedInput).toBe(false)
  })

  it('without a parse buffer, no version looks words up', () => {
    for (const version of [4, 5] as const) {
      const code = [
        0xe4,
        0x1f,
        SCRATCH >> 8,
        SCRATCH & 0xff,
        0,
        ...(version === 5 ? [16] : []),
        0x10,
        0,
        1,
        17,
        0xe6,
        0xbf,
        17,
      ]
      const environment = openEnvironment(assembleStory({ version, code, scratch: [20] }), 'plain')
      expect(environment.step('take all').observation).toBe('0')
    }
  })

  it('preloaded text is reported, and lower case and Enter reach the story', () => {
    const scratch = [10, 2, 104, 105]
    const environment = openEnvironment(
      assembleStory({ version: 5, code: [...readLine(5), 0xe5, 0xbf, 16, 0xe5, 0x7f, 64], scratch }),
      'plain',
    )
    expect(environment.input).toMatchObject({ maxLength: 10, preloaded: 'hi' })
    const { observation, done } = environment.step('YO')
    expect(observation).toBe('\n@')
    expect(done).toBe(true)
  })

  it('a key is the first character, Enter when empty, or a key by its name', () => {
    const code = [0xf6, 0x7f, 1, 16, 0xe6, 0xbf, 16]
    const keyOf = (action: string) =>
      openEnvironment(assembleStory({ version: 5, code }), 'plain').step(action).observation
    expect(['look', '', ' ', 'SPACE', 'enter', '<up>', '<f1>', 'f12', 'Esc', 'ä', '漢'].map(keyOf)).toEqual([
      '108',
      '13',
      '32',
      '32',
      '13',
      '129',
      '133',
      '144',
      '27',
      '155',
      '63',
    ])
  })

  it('an interrupt routine runs as often as the time allows, and ends the input when it returns true', () => {
    const routine = [0, 0x95, 17, 0x43, 17, 2, 0xc1, 0xb1] // inc g1; jg g1 2 ?rtrue; rfalse
    const packed = ROUTINE / 4
    const code = [0xf6, 0b01_01_00_11, 1, 5, packed >> 8, packed & 0xff, 16, 0xe6, 0xbf, 16, NEW_LINE, 0xe6, 0xbf, 17]
    const play = (elapsedTenths: number) =>
      openEnvironment(assembleStory({ version: 5, code, extra: routine }), 'plain').step('x', { elapsedTenths })
        .observation
    expect(play(4)).toBe('120\n0')
    expect(play(10)).toBe('120\n2')
    expect(play(99)).toBe('0\n3')
  })
})

describe('restore', () => {
  it('collapses the upper window in version 3 (Standard §8.6.1.3)', () => {
    // Split; save; only the first time, which the surviving pitch bit shows: restore; then read.
    const buffers = [SCRATCH >> 8, SCRATCH & 0xff, (SCRATCH + 32) >> 8, (SCRATCH + 32) & 0xff]
    const code = [
      0xea,
      0x7f,
      2,
      0xb5,
      0xc2,
      0x10,
      0,
      0x11,
      16,
      0x47,
      16,
      2,
      0xc9,
      0xe2,
      0x57,
      0,
      0x11,
      2,
      0xb6,
      0xc2,
      0xe4,
      0x0f,
      ...buffers,
    ]
    const { info } = openEnvironment(assembleStory({ version: 3, code, scratch: [20] }), 'app').reset({ seed: 1 })
    expect(info.requests.map(({ kind }) => kind)).toEqual(['save', 'restore'])
    expect(info.upperWindow).toEqual([])
  })
})

describe('checked execution', () => {
  it.each([
    ['illegal-opcode', [0x00, 1, 1]],
    ['divide-by-zero', [0x17, 5, 0, 16]],
    ['bad-object', [0xe3, 0x57, 1, 5, 1]],
    ['stack', [0xb0]],
    ['bad-address', [0xf9, 0x3f, 0x40, 0x00]],
  ])('%s is a typed fault', (kind, code) => {
    const { fault } = openEnvironment(assembleStory({ version: 5, code }), 'plain').reset({ seed: 1 })
    expect(fault?.kind).toBe(kind)
    expect(fault?.pc).toBe(0x500)
  })

  it('a write outside of dynamic memory changes nothing, with one warning', () => {
    const writes = [0xe2, 0x17, 0x06, 0x00, 0, 7, 0xe1, 0x17, 0x04, 0x7f, 0, 9]
    const reads = [0xd0, 0x1f, 0x06, 0x00, 0, 16, 0xd0, 0x1f, 0x04, 0x7f, 0, 17]
    const story = assembleStory({ version: 5, code: [...writes, ...reads, 0xe6, 0xbf, 16, 0xe6, 0xbf, 17] })
    const { observation, prompt, fault, info } = openEnvironment(story, 'plain').reset({ seed: 1 })
    expect({ text: observation + prompt, fault, warnings: info.warnings }).toEqual({
      text: '00',
      fault: null,
      warnings: ['The story wrote outside of dynamic memory: nothing was changed there.'],
    })
  })

  it('a routine that pulls more than it pushed reads the stack below, and removes nothing of it', () => {
    const packed = ROUTINE / 4
    const pull = (variable: number) => [0xe9, 0x7f, variable]
    // push 9; call ROUTINE(7); then the 9 is still there.
    const code = [0xe8, 0x7f, 9, 0xe0, 0b00_01_11_11, packed >> 8, packed & 0xff, 7, 18, ...pull(19)]
    const shown = [16, 17, 18, 19].flatMap((global) => [0xe6, 0xbf, global, NEW_LINE])
    const routine = [1, ...pull(16), ...pull(17), 0xe8, 0x7f, 5, 0xb8]
    const story = assembleStory({ version: 5, code: [...code, ...shown], extra: routine })
    const { observation, fault, info } = openEnvironment(story, 'plain').reset({ seed: 1 })
    expect({ observation, fault, warnings: info.warnings }).toEqual({
      observation: '7\n7\n5\n9\n',
      fault: null,
      warnings: ['A routine popped more from the stack than it had pushed, and got the word below.'],
    })
  })

  it('a routine that changes the top of a stack to which it pushed nothing changes nothing below', () => {
    const packed = ROUTINE / 4
    // push 9; call ROUTINE: inc sp, store sp 4, return; then the 9 is still there.
    const code = [0xe8, 0x7f, 9, 0xe0, 0x3f, packed >> 8, packed & 0xff, 18, 0xe9, 0x7f, 19, 0xe6, 0xbf, 19]
    const story = assembleStory({ version: 5, code, extra: [0, 0x95, 0, 0x0d, 0, 4, 0xb0] })
    const { observation, prompt, fault, info } = openEnvironment(story, 'plain').reset({ seed: 1 })
    expect([observation + prompt, fault, info.warnings.length]).toEqual(['9', null, 2])
  })

  it('an endless loop spends its budget, and the step has no effect', () => {
    const readKey = [0xf6, 0x7f, 1, 16]
    const environment = openEnvironment(
      assembleStory({ version: 5, code: [...readKey, 0x95, 17, 0x8c, 0xff, 0xfd] }),
      'plain',
    )
    const hash = environment.getStateHash()
    expect(environment.step('x', { budget: 10_000 }).fault?.kind).toBe('budget')
    expect(environment.getStateHash()).toBe(hash)
  })

  it('endless printing reaches the output limit', () => {
    const readKey = [0xf6, 0x7f, 1, 16]
    // A long text, so that few instructions reach the limit.
    const printing = print(Array.from({ length: 100 }, () => [13, 10, 17, 17, 20, 0]).flat())
    const back = 0x10000 - (printing.length + 1)
    const environment = openEnvironment(
      assembleStory({ version: 5, code: [...readKey, ...printing, 0x8c, back >> 8, back & 0xff] }),
      'plain',
    )
    expect(environment.step('x').fault?.kind).toBe('output-limit')
  })

  it('object 0 is invalid: nothing happens, with one warning for each opcode', () => {
    const environment = openEnvironment(
      assembleStory({ version: 5, code: [0x0b, 0, 1, 0x0b, 0, 2, 0x93, 0, 16] }),
      'plain',
    )
    const { fault, info } = environment.reset({ seed: 1 })
    expect(fault).toBeNull()
    expect(info.warnings).toHaveLength(2)
  })
})
