import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileStory, INFORM_IS_ABSENT, NEEDS_INFORM, readStory } from './inform.testkit'
import { openEnvironment } from './live-environment'
import { walkAtRandom } from './random-walk.testkit'
import { DFROTZ, NEEDS_DFROTZ, readBundled, readZork } from './story-files.testkit'

const STEPS = 120
/** Number of walks through each story. With `ZORKGPT_PEER_WALKS=40` there are a thousand in total. */
const WALKS = Number(process.env.ZORKGPT_PEER_WALKS ?? 2)
const SEEDS = Array.from({ length: WALKS }, (_, walk) => 3 + 11 * walk)
/** Only ends a walk that hangs. */
const WALK_MS = 150_000

/** dfrotz omits lines with bold or italic words, so style instructions are replaced by ones without effect. */
function withoutStyles(story: Uint8Array): Uint8Array {
  const plain = story.slice()
  for (let at = 0; at + 2 < plain.length; at++) {
    if (plain[at] === 0xf1 && plain[at + 1] === 0x7f && [2, 4, 8].includes(plain[at + 2]!)) plain.fill(0xb4, at, at + 3)
  }
  return plain
}

const squeeze = (text: string) => text.replaceAll(/[\s>]/g, '')

describe.skipIf(DFROTZ === null)(`random walks in dfrotz${NEEDS_DFROTZ}`, { timeout: WALKS * WALK_MS }, () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zorkgpt-peer-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Expects that the text of each step comes next in the peer's output. Returns the number of steps. */
  function comparePeer(original: Uint8Array, seed: number): number {
    const story = original[0]! <= 3 ? original : withoutStyles(original)
    const said = [...walkAtRandom(openEnvironment(story, 'plain'), seed, STEPS)]
    const path = join(folder, `story.z${story[0]}`)
    writeFileSync(path, story)
    const input = said
      .slice(1)
      .map(({ command }) => `${command}\n`)
      .join('')
    const peer = squeeze(
      spawnSync(DFROTZ!, ['-u', '0', '-s', String(seed), '-m', '-q', '-w', '254', '-h', '60', '-Z', '0', path], {
        cwd: folder,
        input,
      }).stdout.toString(),
    )
    let at = 0
    let shown = ''
    for (const [step, { command, text, isFresh }] of said.entries()) {
      const whole = squeeze(text)
      // On a new screen the peer's status line hides the first line, or the screen is cleared before it is shown.
      const ours = isFresh ? whole.slice(-20) : whole
      if (isFresh) at = peer.indexOf(ours, at)
      // If the status line opens over the line with the prompt, the peer prints that line and its answer again.
      shown += squeeze(command)
      if (!peer.startsWith(ours, at) && peer.startsWith(shown, at)) at += shown.length
      shown = whole
      expect([step, command, peer.slice(at, at + ours.length)]).toEqual([step, command, ours])
      at += ours.length
    }
    return said.length
  }

  /** Some walks may end early, but not all. */
  function compareWalks(story: Uint8Array): void {
    const lengths = SEEDS.map((seed) => comparePeer(story, seed))
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(20 * SEEDS.length)
  }

  it.each([
    'opcodes.z3',
    'opcodes.z4',
    'opcodes.z5',
    'opcodes.z7',
    'opcodes.z8',
    'manor.z3',
    'manor.z4',
    'manor.z5',
    'names.z3',
    'adit.z3',
  ])('%s says the same', (fileName) => {
    compareWalks(readStory(fileName))
  })

  it.skipIf(INFORM_IS_ABSENT).each([
    ['ferry', 5],
    ['ferry', 8],
    ['clock', 5],
    ['clock', 7],
    ['dark', 5],
    ['dark', 7],
    ['ledger', 5],
    ['ledger', 8],
    ['tally', 5],
    ['tally', 8],
    ['bed', 5],
    ['riddle', 7],
    ['guard', 8],
  ] as const)(`%s in version %i prints the same text${NEEDS_INFORM}`, (name, version) => {
    compareWalks(compileStory(name, version))
  })

  it('the bundled story prints the same text', () => {
    compareWalks(readBundled().story)
  })

  it.each([1, 2, 3] as const)('Zork %i prints the same text', (part) => {
    compareWalks(readZork(part))
  })
})
