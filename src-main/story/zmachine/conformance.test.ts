import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { GameEnvironment, StepResult } from '../environment'
import { openEnvironment } from '../live-environment'
import { conformanceFile, DFROTZ, NEEDS_DFROTZ, readConformance, readZork } from '../story-files.testkit'

const open = (file: string): GameEnvironment => openEnvironment(readConformance(file), 'plain')
const textOf = ({ observation, prompt }: StepResult) => observation + prompt

describe('conformance files', () => {
  it.each([
    ['z3', 349],
    ['z4', 367],
    ['z5', 406],
    ['z8', 406],
  ] as const)('czech.%s passes all its %i tests', (version, passed) => {
    const text = textOf(open(`czech.${version}`).reset({ seed: 0 }))
    const lines = new TextDecoder()
      .decode(readConformance(`czech.${version}.regtest`))
      .split('\n')
      .filter((line) => line !== '' && !/^[*>#]/.test(line))
    // The interpreter's fields in the header depend on the profile.
    const expected = lines.filter((line) => !/interpreter 0|Flags o|Screen size|Default color/.test(line))
    expect(expected.filter((line) => !text.includes(line))).toEqual([])
    expect(text).toContain(`Passed: ${passed}, Failed: 0`)
  })

  it('praxix passes every part', () => {
    const environment = open('praxix.z5')
    const [, ...parts] = new TextDecoder().decode(readConformance('praxix.z5.regtest')).split('\n> ')
    for (const part of parts) {
      const [command, ...lines] = part.split('\n').filter((line) => !/^[#*]/.test(line) && line !== '')
      const text = textOf(environment.step(command!))
      expect(lines.filter((line) => !text.includes(line))).toEqual([])
    }
    expect(textOf(environment.step('all'))).toContain('All tests passed')
  })

  it('strictz treats object 0 as invalid', () => {
    const environment = open('strictz.z5')
    const text = textOf(environment.step('n'))
    expect(text.split('(correct').length - 1).toBe(28)
    expect(text).not.toContain('incorrect')
    expect(text).toContain('Test completed!')
  })

  it('etude computes correctly and prints before it quits', () => {
    const environment = open('etude.z5')
    expect(textOf(environment.step('6'))).toContain('appears to behave according to spec')
    expect(textOf(environment.step('7'))).toContain('oe-ligature:œ   OE-ligature:Œ   inverse-!:¡')
    const quitting = open('etude.z5')
    expect(textOf(quitting.step('1')).length).toBeGreaterThan(0)
  })

  it.each(['gntests.z5', 'unicode.z5', 'etude.z5'])('%s runs without a fault', (file) => {
    const environment = open(file)
    for (const command of [
      '1',
      '',
      '2',
      '3',
      'x',
      ' ',
      '4',
      '5',
      '6',
      '8',
      'abc',
      '.',
      '9',
      'abc',
      '.',
      '10',
      '.',
      '11',
      'abc',
      '12',
      'abc',
      '',
    ]) {
      if (environment.input.kind === 'ended') break
      expect(environment.step(command).fault).toBeNull()
    }
  })

  it('crashme meets only typed faults', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const environment = open('crashme.z5')
      environment.reset({ seed })
      for (let step = 0; step < 8 && environment.input.kind !== 'ended'; step++) {
        const { fault } = environment.step(String(step), { budget: 10_000 })
        if (fault !== null) expect(fault.message).not.toBe('')
      }
    }
  })

  it.skipIf(DFROTZ === null)(`random.z5 draws the same numbers as in dfrotz with the same seed${NEEDS_DFROTZ}`, () => {
    const environment = open('random.z5')
    environment.reset({ seed: 5 })
    const drawn = environment.step('2').info.upperWindow
    const peer = spawnSync(DFROTZ!, ['-s', '5', '-m', '-w', '80', conformanceFile('random.z5')], {
      input: '2\n',
    }).stdout.toString()
    expect(drawn.length).toBeGreaterThan(20)
    expect(peer).toContain(drawn.join('\n'))
  })
})

interface Oracle {
  readonly seed: number
  readonly objectCount: number
  readonly init: { readonly text: string; readonly obj: string; readonly ram: string }
  readonly steps: readonly (readonly [
    command: string,
    input: string,
    score: number,
    moves: number,
    location: number,
    name: string,
    text: string,
    objects: string,
    memory: string,
    usesRandom: 0 | 1,
  ])[]
}

describe('Zork III', () => {
  const written = 'The story wrote outside of dynamic memory: nothing was changed there.'
  const cut = 'A text ran past the end of the story and was cut there.'

  it.each([
    [40, 'zk \nYou are wounded by a lightning thrust!\n\n', [written]],
    [192, '\n\n', [written, cut]],
  ])('continues if the table of its answers has no room for a count, seed %i', (seed, answer, warnings) => {
    const environment = openEnvironment(readZork(3), 'plain')
    environment.reset({ seed })
    for (const command of ['take lamp', 'turn on lamp', 's', 's', 'sw']) environment.step(command)
    const { fault, observation, info } = environment.step('take figure')
    expect([fault, observation, info.warnings]).toEqual([null, answer, warnings])
  })
})

describe('the oracle of Zork I', () => {
  it('agrees on text, objects, memory, score, moves, room and generator at all 396 steps', () => {
    const oracle = JSON.parse(new TextDecoder().decode(readConformance('zork1-r119.oracle.json'))) as Oracle
    const environment = openEnvironment(readZork(1), 'plain')
    const start = environment.reset({ seed: oracle.seed })
    expect(hashText(textOf(start))).toBe(oracle.init.text)
    expect(hashWorld(environment)).toEqual([oracle.init.obj, oracle.init.ram])
    for (const [command, , score, moves, location, name, text, objects, memory, usesRandom] of oracle.steps) {
      const before = environment.getState().machine.random[0]
      const result = environment.step(command)
      const here = environment.getLocation()
      expect([
        command,
        hashText(textOf(result)),
        ...hashWorld(environment),
        result.info.score,
        result.info.moves,
        here?.num,
        here?.name,
        environment.getState().machine.random[0] === before ? 0 : 1,
      ]).toEqual([command, text, objects, memory, score, moves, location, name, usesRandom])
    }
    expect([environment.getScore(), environment.getMaxScore(), environment.victory(), environment.gameOver()]).toEqual([
      350,
      350,
      true,
      true,
    ])
  })

  function hashWorld(environment: GameEnvironment): [objects: string, memory: string] {
    const memory = environment.getState().machine.image.dynamic.slice()
    const firstEntry = ((memory[0x0a]! << 8) | memory[0x0b]!) + 62
    const objects = sha1(memory.subarray(firstEntry, firstEntry + 250 * 9))
    return [objects, sha1(memory.fill(0, 0, 64))]
  }

  const hashText = (text: string) => sha1(text.replaceAll(/[^\x21-\x7e]/g, '').replaceAll(/^>+|>+$/g, ''))
  const sha1 = (data: string | Uint8Array) => createHash('sha1').update(data).digest('hex').slice(0, 16)
})
