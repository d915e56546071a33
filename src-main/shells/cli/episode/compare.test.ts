import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { runCommand } from '../tests/command.testkit'

let data: string

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'cli-compare-'))
  const sample = sampleEpisode({ turns: 12 })
  const other = sample.map((event) => {
    if (event.event_type === 'action_chosen' && event.turn === 9) return { ...event, action: 'sing' }
    return event.event_type === 'episode_started' ? { ...event, seed: 2 } : event
  })
  write('one', sample)
  write('other', other)
  write('damaged', [...sample.slice(0, 20), 'damaged', ...sample.slice(20)])
})
afterAll(() => rmSync(data, { recursive: true, force: true }))

function write(id: string, lines: readonly unknown[]): void {
  mkdirSync(join(data, id))
  writeFileSync(join(data, id, 'events.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const compare = (...args: string[]) => runCommand(['compare', ...args, '--data', data])

describe('zorkgpt compare', () => {
  it('reports where two episodes differ first, by which actions, and what differs', async () => {
    const { status, stdout } = await compare('one', 'other')
    expect(status).toBe(0)
    expect(stdout).toMatch(/They differ from turn 9 on:\n {2}A > .+\n {2}B > sing\n/)
    expect(stdout).toMatch(/^seed +1 +2$/m)
    expect(stdout).toContain('Neither episode is played by a model.')
  })

  it('prints one JSON object, with the curves', async () => {
    const { stdout } = await compare('one', 'other', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      a: { id: 'one', turns: 12, spentSinceDivergence: { llmCalls: expect.any(Number) as number } },
      b: { id: 'other', curves: { score: { length: 13 } as unknown } },
      divergesAt: 9,
      differing: [9],
      settings: [{ path: 'seed', a: 1, b: 2 }],
    })
  })

  it('refuses one episode twice, a missing one, and an unreadable one', async () => {
    for (const [args, said] of [
      [['one', 'one'], 'compare takes two episodes, but both names are one.'],
      [['one'], 'compare needs the names of two episodes'],
      [['one', 'gone'], 'There is no episode gone'],
      [['one', 'damaged'], 'zorkgpt play --resume damaged --from-last-good'],
    ] as const) {
      const { status, stdout, stderr } = await compare(...args)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toContain(said)
    }
  })
})
