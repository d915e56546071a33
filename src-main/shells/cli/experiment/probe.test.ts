import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ProbeRecord } from '@shared/experiments/probe'
import { readProbes } from '../../../experiments/plan/probe-file'
import { walkStory } from '../../../host/probe/walk-story'
import { says, type ScriptedReply, startScriptedEndpoint } from '../../../llm/scripted-endpoint.testkit'
import { readBundled, readZork } from '../../../story/story-files.testkit'
import { runCommand } from '../tests/command.testkit'

const home = mkdtempSync(join(tmpdir(), 'probe-'))
afterAll(() => rmSync(home, { recursive: true }))
const config = join(home, 'zorkgpt.toml')
writeFileSync(config, '[retry]\nmax_retries = 0\n')

const passages = walkStory(readZork(1), 1)
const questionIn = (request: Record<string, unknown>) =>
  (request.messages as readonly { readonly content: string }[]).map(({ content }) => content).join('\n')

/** A model that knows the story by heart: it recites the map, and plays `commands`. */
const knowsIt =
  (commands: readonly string[]) =>
  (request: Record<string, unknown>): ScriptedReply => {
    const [, from, direction] = /room called “(.+?)”[^]*by going (\w+)\?/.exec(questionIn(request)) ?? []
    if (from === undefined) return says(JSON.stringify({ commands }))
    const known = passages.find((passage) => passage.from === from && passage.direction === direction)
    return says(JSON.stringify({ room: known?.to ?? null }))
  }

async function probe(reply: (request: Record<string, unknown>) => ScriptedReply, ...options: readonly string[]) {
  const endpoint = await startScriptedEndpoint(reply)
  onTestFinished(() => endpoint.close())
  const data = mkdtempSync(join(home, 'data-'))
  const where = ['--data', data, '--config', config, '--base-url', endpoint.baseUrl]
  const ended = await runCommand(['probe', 'scripted-1', ...where, ...options])
  return { ...ended, data, requests: endpoint.requests }
}

describe('zorkgpt probe', () => {
  it('finds a model that knows the map by heart, and saves what it found', async () => {
    const { status, stdout, data, requests } = await probe(knowsIt(['n', 'n']), '--story', 'zork1', '--json')
    expect(status).toBe(0)
    const record = JSON.parse(stdout) as ProbeRecord
    expect(record).toMatchObject({
      model: 'scripted-1',
      recital: { questions: 40, right: 40, value: 1 },
      blind: { played: 2, score: 0, max_score: 350 },
    })
    expect(await readProbes(data)).toEqual([record])
    // The model sees the opening only for the game, and nothing of the map.
    expect(requests).toHaveLength(41)
    expect(questionIn(requests[0]!)).not.toContain('mailbox')
    expect(questionIn(requests[40]!)).toContain('small mailbox')
  })

  it('finds that another knows nothing, without a question that fails', async () => {
    const { status, stdout } = await probe(() => says('I do not know.'), '--story', 'zork1', '--questions', '5')
    expect(status).toBe(0)
    expect(stdout).toMatch(/recital: +0\.0 % \(0 of 5 right/)
    expect(stdout).toMatch(/blind score: +0\.0 % \(0 of 350 points, 0 commands played\)/)
  })

  it('plays the commands until the story ends', async () => {
    const { walkthrough } = readBundled('low-water')
    const { stdout } = await probe(
      () => says(JSON.stringify({ commands: [...walkthrough, 'look', 'look'] })),
      '--story',
      'low-water',
      '--questions',
      '0',
      '--json',
    )
    expect(JSON.parse(stdout)).toMatchObject({
      recital: { questions: 0, value: null },
      blind: { played: walkthrough.length, score: 25, max_score: 25, ended: true },
    })
  })

  it('ends with the error of the endpoint and saves nothing', async () => {
    const refusal = { kind: 'error', status: 400, body: { error: { message: 'no such model' } } } as const
    const { status, stderr, data } = await probe(() => refusal, '--story', 'zork1')
    expect(status).not.toBe(0)
    expect(stderr).toContain('no such model')
    expect(await readProbes(data)).toEqual([])
  })

  it('names a missing or invalid argument', async () => {
    expect(await runCommand(['probe', 'm'])).toMatchObject({ status: 2, stderr: expect.stringContaining('--story') })
    expect((await probe(() => says('x'), '--story', 'zork1', '--questions', '501')).stderr).toContain('from 0 to 500')
  })
})
