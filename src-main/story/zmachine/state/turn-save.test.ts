import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { QuetzalError, type GameEnvironment } from '../../environment'
import { openEnvironment } from '../../live-environment'
import { BUNDLED_STORY, DFROTZ, NEEDS_DFROTZ, readBundled } from '../../story-files.testkit'
import { assembleStory } from '../tiny-story.testkit'

const { story, walkthrough } = readBundled()
const play = (environment: GameEnvironment, commands: readonly string[]) =>
  commands.map((command) => environment.step(command).observation).join('')

function playTo(turn: number): GameEnvironment {
  const environment = openEnvironment(story, 'app')
  environment.reset({ seed: 5 })
  play(environment, walkthrough.slice(0, turn))
  return environment
}

describe('a Quetzal file of a turn', () => {
  it('restores the turn exactly in a fresh environment, generator included', () => {
    const environment = playTo(20)
    const fresh = openEnvironment(story, 'app')
    expect(fresh.restoreQuetzal(environment.saveQuetzal()).fault).toBeNull()
    expect(fresh.getStateHash()).toBe(environment.getStateHash())
    expect(play(fresh, walkthrough.slice(20))).toBe(play(environment, walkthrough.slice(20)))
  })

  it('contains the newest save that the story made itself, so that its restore still finds it', () => {
    const environment = playTo(2)
    environment.step('save')
    environment.step('west')
    const fresh = openEnvironment(story, 'app')
    fresh.restoreQuetzal(environment.saveQuetzal())
    expect(fresh.step('restore').info.requests).toEqual([{ kind: 'restore', answer: 'done', quetzal: null }])
    expect(fresh.getLocation()?.num).toBe(playTo(2).getLocation()?.num)
  })

  it('is small', () => {
    expect(playTo(40).saveQuetzal().length).toBeLessThan(4000)
  })

  it.each([
    ['IFhd', (file: Uint8Array) => file.fill(0x39, 22, 28)],
    ['FORM', (file: Uint8Array) => file.fill(0, 0, 4)],
    ['FORM', (file: Uint8Array) => file.slice(0, 6)],
  ])('is refused by chunk %s when it does not fit, and nothing changes', (chunk, damage) => {
    const environment = playTo(3)
    const hash = environment.getStateHash()
    const file = damage(environment.saveQuetzal())
    expect(() => environment.restoreQuetzal(file)).toThrow(QuetzalError)
    expect(() => environment.restoreQuetzal(file)).toThrow(chunk)
    expect(environment.getStateHash()).toBe(hash)
  })

  it('stores a cursor that a story set far below its screen', () => {
    const [splitOne, selectUpper, cursorAtTheLastRow, readKey] = [
      [0xea, 0x7f, 1],
      [0xeb, 0x7f, 1],
      [0xef, 0x1f, 0xff, 0xff, 1],
      [0xf6, 0x7f, 1, 16],
    ]
    const tiny = assembleStory({
      version: 5,
      code: [...splitOne, ...selectUpper, ...cursorAtTheLastRow, 0xbb, 0xbb, ...readKey],
      extra: [0, 0xb0],
    })
    const environment = openEnvironment(tiny, 'app')
    const fresh = openEnvironment(tiny, 'app')
    expect(fresh.restoreQuetzal(environment.saveQuetzal()).fault).toBeNull()
    expect(fresh.getStateHash()).toBe(environment.getStateHash())
  })

  it('is refused when it is cut short anywhere', () => {
    const environment = playTo(3)
    const file = environment.saveQuetzal()
    for (let length = 0; length < file.length; length += 37)
      expect(() => environment.restoreQuetzal(file.slice(0, length))).toThrow(QuetzalError)
  })
})

describe.skipIf(DFROTZ === null)(`files exchanged with dfrotz${NEEDS_DFROTZ}`, () => {
  const later = ['inventory', 'look', 'east']
  const squeeze = (text: string) => text.replaceAll(/[\s>]/g, '')

  function withFolder(use: (folder: string) => void): void {
    const folder = mkdtempSync(join(tmpdir(), 'zorkgpt-quetzal-'))
    try {
      use(folder)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  const peer = (folder: string, lines: readonly string[]) =>
    spawnSync(DFROTZ!, ['-m', '-p', '-w', '500', BUNDLED_STORY], {
      cwd: folder,
      input: `${lines.join('\n')}\n`,
    }).stdout.toString()

  it('dfrotz continues from our file', () =>
    withFolder((folder) => {
      const environment = playTo(4)
      writeFileSync(join(folder, 'turn.qzl'), environment.saveQuetzal())
      const said = squeeze(peer(folder, ['restore', 'turn.qzl', ...later]))
      const inventory = squeeze(environment.step('inventory').observation)
      expect(said).toContain(inventory)
    }))

  it('ours continues from a file of dfrotz', () =>
    withFolder((folder) => {
      peer(folder, [...walkthrough.slice(0, 4), 'save', 'peer.qzl', 'quit', 'y'])
      const environment = openEnvironment(story, 'app')
      environment.restoreQuetzal(new Uint8Array(readFileSync(join(folder, 'peer.qzl'))))
      const expected = playTo(4)
      expect(environment.getLocation()?.num).toBe(expected.getLocation()?.num)
      expect(play(environment, later)).toBe(play(expected, later))
    }))
})
