import { describe, expect, it } from 'vitest'
import type { StepResult } from '../../environment'
import { openEnvironment } from '../../live-environment'
import { assembleStory, packZchars, SCRATCH } from '../tiny-story.testkit'

const AT = [SCRATCH >> 8, SCRATCH & 0xff]
const LATER = [(SCRATCH + 8) >> 8, (SCRATCH + 8) & 0xff]
const PRINT_G0 = [0xe6, 0xbf, 16]

function play(code: readonly number[], scratch: readonly number[] = [], profile: 'plain' | 'app' = 'plain') {
  const environment = openEnvironment(assembleStory({ version: 5, code, scratch }), profile)
  const { observation, prompt, fault } = environment.reset({ seed: 1 })
  return {
    text: observation + prompt,
    fault,
    memory: environment.getState().machine.image.dynamic.subarray(SCRATCH, SCRATCH + 16),
  }
}

describe('arithmetic', () => {
  it.each([
    ['div', 0x17, -13, 5, '-2'],
    ['mod', 0x18, -13, 5, '-3'],
    ['mul', 0x16, 300, 300, '24464'],
    ['sub', 0x15, 0, 1, '-1'],
    ['add', 0x14, 32767, 1, '-32768'],
    ['div', 0x17, -32768, -1, '-32768'],
    ['mod', 0x18, 13, -5, '3'],
  ])('%s is signed and cut to 16 bits', (_, opcode, first, second, result) => {
    const word = (value: number) => [(value >> 8) & 0xff, value & 0xff]
    expect(play([0xc0 | opcode, 0x0f, ...word(first), ...word(second), 16, ...PRINT_G0]).text).toBe(result)
  })

  it('only arithmetic shifts to the right keep the sign', () => {
    const shift = (opcode: number) => play([0xbe, opcode, 0x0f, 0xff, 0xf0, 0xff, 0xfe, 16, ...PRINT_G0]).text
    expect([shift(2), shift(3)]).toEqual(['16380', '-4'])
  })
})

describe('the stack in indirect references', () => {
  it('is used in place: inc of variable 0 changes the top', () => {
    expect(play([0xe8, 0x7f, 41, 0x95, 0, 0xe9, 0x7f, 16, ...PRINT_G0]).text).toBe('42')
  })
})

describe('tables', () => {
  it('scan_table finds a word and gives its address', () => {
    expect(play([0xf7, 0x03, 0x12, 0x34, ...AT, 0, 3, 16, 0xc2, ...PRINT_G0], [0, 1, 0x12, 0x34, 0, 2]).text).toBe(
      String(SCRATCH + 2),
    )
  })

  it('scan_table compares bytes of fields of a given length, and stores 0 without a match', () => {
    const scan = (form: number, value: number, fields: number) =>
      play(
        [0xf7, 0x05, value >> 8, value & 0xff, ...AT, fields, form, 16, 0xc2, ...PRINT_G0],
        [1, 7, 0, 2, 7, 0, 3, 7, 0],
      ).text
    expect(scan(3, 3, 3)).toBe(String(SCRATCH + 6))
    expect(scan(3, 3, 2)).toBe('0')
    expect(scan(0x83, 0x0207, 3)).toBe(String(SCRATCH + 3))
    expect(scan(0x83, 0x0702, 3)).toBe('0')
  })

  it('print_table prints rows below each other and skips what is between them', () => {
    expect(play([0xfe, 0x15, ...AT, 2, 2, 1], [65, 66, 45, 67, 68]).text).toBe('AB\nCD')
  })

  it('copy_table copies forwards if requested, and safely otherwise', () => {
    const copy = (size: number) =>
      Array.from(
        play(
          [0xfd, 0x03, ...AT, (SCRATCH + 1) >> 8, (SCRATCH + 1) & 0xff, (size >> 8) & 0xff, size & 0xff],
          [1, 2, 3, 4],
        ).memory.subarray(0, 5),
      )
    expect(copy(4)).toEqual([1, 1, 2, 3, 4])
    expect(copy(-4)).toEqual([1, 1, 1, 1, 1])
  })

  it('copy_table to 0 clears', () => {
    expect(Array.from(play([0xfd, 0x13, ...AT, 0, 0, 3], [1, 2, 3, 4]).memory.subarray(0, 4))).toEqual([0, 0, 0, 4])
  })

  it('output to a table counts its characters', () => {
    const code = [0xf3, 0x4f, 3, ...LATER, 0xe5, 0x7f, 65, 0xe5, 0x7f, 66, 0xf3, 0x3f, 0xff, 0xfd]
    expect(Array.from(play(code).memory.subarray(8, 12))).toEqual([0, 2, 65, 66])
  })
})

describe('undo', () => {
  const saveThenPrint = [0xbe, 9, 0xff, 16, ...PRINT_G0]
  const restore = [0xbe, 10, 0xff, 17]

  it('does not exist in the profile plain', () => {
    expect(play(saveThenPrint).text).toBe('-1')
  })

  it('continues after its save with result 2', () => {
    // save_undo; print; then only once (je the answer 2): restore_undo
    expect(play([...saveThenPrint, 0x41, 16, 2, 0x80 | 0x40 | 6, ...restore], [], 'app').text).toBe('12')
  })
})

describe('restart', () => {
  it('closes a table that receives output, and selects the screen again', () => {
    // Print A; quit where the pitch bit, which alone survives, is set; set it; output to a table and not to the screen;
    // restart.
    const code = [
      0xe5,
      0x7f,
      65,
      0x10,
      0,
      0x11,
      16,
      0x47,
      16,
      2,
      0x80 | 0x40 | 17,
      0xe2,
      0x57,
      0,
      0x11,
      2,
      0xf3,
      0x4f,
      3,
      ...AT,
      0xf3,
      0x3f,
      0xff,
      0xff,
      0xb7,
    ]
    expect(play(code).text).toBe('AA')
  })

  it('preserves the pitch bit, and a reset does not', () => {
    const setPitchBit = [0xe2, 0x57, 0, 0x11, 2]
    const environment = openEnvironment(
      assembleStory({ version: 5, code: [0x10, 0, 0x11, 16, ...PRINT_G0, ...setPitchBit, 0xf6, 0x7f, 1, 17, 0xb7] }),
      'plain',
    )
    const textOf = ({ observation, prompt }: StepResult) => observation + prompt
    expect(textOf(environment.step('x'))).toBe('2')
    expect(textOf(environment.reset({ seed: 0 }))).toBe('0')
  })
})

describe('unicode', () => {
  const printUnicode = (unit: number) => [0xbe, 11, 0x3f, unit >> 8, unit & 0xff]
  const checkUnicode = (unit: number) => [0xbe, 12, 0x3f, unit >> 8, unit & 0xff, 16, ...PRINT_G0]

  it('print_unicode shows any character, but no control code of a terminal', () => {
    expect(
      play([...printUnicode(0x2603), ...printUnicode(0x1b), ...printUnicode(0x9b), ...printUnicode(0x7f)]).text,
    ).toBe('\u2603???')
  })

  it('check_unicode reports what can be printed and typed', () => {
    expect([0x2603, 0x61, 0xe4, 0x1b, 0x0a].map((unit) => play(checkUnicode(unit)).text)).toEqual([
      '1',
      '3',
      '3',
      '0',
      '0',
    ])
  })
})

describe('requests of a story to the app', () => {
  const ask = (code: readonly number[]) => {
    const environment = openEnvironment(assembleStory({ version: 5, code: [...code, ...PRINT_G0] }), 'app')
    const { observation, prompt, info } = environment.reset({ seed: 1 })
    return { text: observation + prompt, requests: info.requests.filter(({ kind }) => kind !== 'quit') }
  }

  it('a table is neither saved to a separate file nor restored from one', () => {
    const refused = { text: '0', requests: [{ kind: 'refused', what: 'aux-file' }] }
    expect([ask([0xbe, 0, 0x1f, ...AT, 8, 16]), ask([0xbe, 1, 0x1f, ...AT, 8, 16])]).toEqual([refused, refused])
  })

  it('a bleep is ignored, another sound is refused', () => {
    expect(ask([0xf5, 0x7f, 2]).requests).toEqual([])
    expect(ask([0xf5, 0x57, 3, 2, 8]).requests).toEqual([{ kind: 'refused', what: 'sound' }])
  })

  it('a transcript that is started by its header bit is refused, and the bit is cleared', () => {
    const environment = openEnvironment(
      assembleStory({ version: 5, code: [0xe2, 0x57, 0, 0x11, 1, 0xf6, 0x7f, 1, 16, 0x10, 0, 0x11, 16, ...PRINT_G0] }),
      'app',
    )
    expect(environment.reset({ seed: 1 }).info.requests).toEqual([{ kind: 'refused', what: 'transcript' }])
    expect(environment.step('x').observation).toBe('0')
  })
})

describe('behavior that published stories need', () => {
  it('setting or testing an attribute beyond the last is ignored', () => {
    expect(play([0x0b, 1, 48, 0x0a, 1, 48, 0x80 | 0x40 | 5, 0xe6, 0x7f, 7, 0xe6, 0x7f, 8])).toMatchObject({
      fault: null,
      text: '78',
    })
  })

  it('an invalid object number has no property, parent or name', () => {
    // get_prop_addr; print; get_parent; print; insert_obj into object 1; print_obj; test_attr skips the last print.
    const word = [0xa3, 0x9a]
    const ask = [
      [0xd2, 0x1f, ...word, 15, 16, ...PRINT_G0],
      [0x83, ...word, 16, ...PRINT_G0],
    ].flat()
    const change = [0xce, 0x1f, ...word, 1, 0x8a, ...word]
    const test = [0xca, 0x1f, ...word, 5, 0x40 | 5, 0xe6, 0x7f, 9]
    expect(play([...ask, ...change, ...test])).toMatchObject({ fault: null, text: '00' })
  })

  it('an extended opcode of a future standard does nothing', () => {
    expect(play([0xbe, 128, 0x7f, 1, 0xe6, 0x7f, 7])).toMatchObject({ fault: null, text: '7' })
  })

  it('catch counts the active calls, and throw returns from the given one', () => {
    // catch; print; then throw 5 to call 0 would leave the main routine, which is a fault.
    const { text, fault } = play([0xb9, 16, ...PRINT_G0, 0x1c, 5, 0])
    expect([text, fault?.message]).toEqual(['0', 'The main routine returned.'])
  })

  it('a space is encoded as Z-character 0', () => {
    const { memory } = play([0xfc, 0x14, ...AT, 3, 0, ...LATER], [97, 32, 98])
    expect(Array.from(memory.subarray(8, 10))).toEqual([(6 << 2) | 0, 7])
  })

  it('a character beyond the alphabets is encoded by its ZSCII code in ten bits', () => {
    const { memory } = play([0xfc, 0x14, ...AT, 1, 0, ...LATER], [155])
    // Shift to A2, escape, the two halves of 155, and padding.
    expect(Array.from(memory.subarray(8, 14))).toEqual([...packZchars([5, 6, 155 >> 5, 155 & 31, 5, 5, 5, 5, 5])])
  })

  it('version 3 is informed that there is no sound', () => {
    const story = assembleStory({ version: 3, code: [] })
    story[0x11] = 0x10
    expect(openEnvironment(story, 'plain').getState().machine.image.dynamic[0x11]! & 0x10).toBe(0)
  })
})
