import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { OutlineBatch } from '@shared/contract/contract'
import { foldEvents, sampleEpisode } from '@shared/episode/sample-episode.testkit'
import type { LoggedEvent } from '@shared/episode/event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { EpisodeLog } from './episode-log'
import { readLog } from './read-log'
import { readOutline } from './read-outline'

const log = sampleEpisode({ turns: 900 })
let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'outline-')), 'episode')
  await mkdir(folder)
})
afterEach(() => rm(dirname(folder), { recursive: true, force: true }))

async function write(events: readonly LoggedEvent[]) {
  const file = await EpisodeLog.create(folder)
  for (const event of events) file.append(event)
  await file.close()
}

async function outline(aroundTurn: number | null, isTrusted = true): Promise<readonly LoggedEvent[]> {
  const parts: Uint8Array[] = []
  for await (const part of readOutline(folder, aroundTurn, isTrusted, new AbortController().signal)) parts.push(part.bytes)
  return Buffer.concat(parts).toString().split('\n').slice(0, -1).map((line) => JSON.parse(line) as LoggedEvent)
}

it('tells the same story as the whole log, with the exchange of the turns near the one asked for', async () => {
  await write(log)
  const told = foldEvents(await outline(400))
  const whole = foldEvents(log)
  expect(told.turns.map(({ action, observation, problems }) => ({ action, observation, problems }))).toEqual(whole.turns.map(({ action, observation, problems }) => ({ action, observation, problems })))
  expect(told.map).toEqual(whole.map)
  expect(told.turns[399]).toEqual(whole.turns[399])
  expect(told.turns[99]?.iterations).toEqual([])
})

it('has the exchange of the last turns if the end is asked for', async () => {
  await write(log)
  expect(foldEvents(await outline(null)).turns.at(-1)).toEqual(foldEvents(log).turns.at(-1))
})

it('is given only for a long log that was checked', async () => {
  await write(log)
  expect(await outline(null, false)).toEqual([])
  for await (const _chunk of readLog(folder)) { /* reading it whole checks it */ }
  expect(await outline(null, false)).not.toEqual([])
})

it('is given of a log that is too long to be kept, which is checked on the way unless it was before', async () => {
  await write(log)
  const read = async () => {
    const parts: OutlineBatch[] = []
    for await (const part of readOutline(folder, null, false, new AbortController().signal, 1 << 20)) parts.push(part)
    return parts
  }
  const parts = await read()
  expect(parts.every(({ isTooLong }) => isTooLong)).toBe(true)
  const { totals } = foldEvents(log)
  expect(Object.entries(parts.at(-1)?.spent ?? {}).map(([name, byTurn]) => [name, byTurn[900]])).toEqual([['llmCalls', totals.llmCalls], ['tokensIn', totals.tokensIn], ['tokensOut', totals.tokensOut], ['costUsd', totals.costUsd]])
  expect(await outline(null, false)).not.toEqual([])
  await appendFile(join(folder, 'events.jsonl'), `{"seq":${log.length}}\n`)
  await expect(read()).rejects.toThrow(`Line ${log.length + 1} of events.jsonl`)
})
