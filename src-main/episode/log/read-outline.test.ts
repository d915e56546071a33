import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LoggedEvent } from '@shared/episode/log/event'
import { foldEvents, sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { EpisodeLog } from './episode-log'
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
  for await (const part of readOutline(folder, aroundTurn, isTrusted, new AbortController().signal))
    parts.push(part.bytes)
  return Buffer.concat(parts)
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LoggedEvent)
}

it('contains the same story as the whole log, with the exchanges near the requested turn', async () => {
  await write(log)
  const outlined = foldEvents(await outline(400))
  const whole = foldEvents(log)
  expect(outlined.turns.map(({ action, observation, problems }) => ({ action, observation, problems }))).toEqual(
    whole.turns.map(({ action, observation, problems }) => ({ action, observation, problems })),
  )
  expect(outlined.map).toEqual(whole.map)
  expect(outlined.turns[399]).toEqual(whole.turns[399])
  expect(outlined.turns[99]?.iterations).toEqual([])
})

it('has the exchanges of the last turns if the end is requested', async () => {
  await write(log)
  expect(foldEvents(await outline(null)).turns.at(-1)).toEqual(foldEvents(log).turns.at(-1))
})

/** Writes the log with a line of this type and turn replaced by `bad`. */
async function writeWithBad(type: string, turn: number, bad: string) {
  await write(log)
  const path = join(folder, 'events.jsonl')
  const lines = (await readFile(path, 'utf8')).split('\n')
  const at = lines.findIndex((line) => line.includes(`"event_type":"${type}","turn":${turn},`))
  lines[at] = bad.replace('SEQ', String(at))
  await writeFile(path, lines.join('\n'))
  return at + 1
}

it('checks every line it yields of an unchecked log, and the position of those it skips', async () => {
  const line = await writeWithBad('action_chosen', 300, '{"seq":SEQ,"event_type":"action_chosen","turn":300}')
  await expect(outline(null, false)).rejects.toThrow(`Line ${line} of events.jsonl is damaged`)
  await rm(join(folder, 'events.jsonl'))
  const moved = await writeWithBad('llm_request', 300, '{"seq":5,"event_type":"llm_request","turn":300}')
  await expect(outline(null, false)).rejects.toThrow(`Line ${moved} of events.jsonl`)
})

it('leaves the content of skipped lines to their reader, which refuses bad ones', async () => {
  const line = await writeWithBad('llm_request', 300, '{"seq":SEQ,"event_type":"llm_request","turn":300}')
  expect(foldEvents(await outline(null, false)).turns.length).toBe(900)
  await expect(outline(301, false)).rejects.toThrow(`Line ${line} of events.jsonl is damaged`)
})

it('contains the same story for a log formatted by another tool', async () => {
  await write(log)
  const outlined = await outline(400, false)
  await writeFile(
    join(folder, 'events.jsonl'),
    log
      .map(
        ({ event_type, seq, ...event }) =>
          `${JSON.stringify({ event_type, ...event, seq }).replace('{"event_type":', '{ "event_type": ')}\n`,
      )
      .join(''),
  )
  expect(await outline(400, false)).toEqual(outlined)
})

it('is refused for a log too long for a window, with the command that cuts it', async () => {
  await write(log)
  await truncate(join(folder, 'events.jsonl'), 300 * 2 ** 20)
  await expect(outline(null)).rejects.toMatchObject({
    kind: 'not_possible',
    message: expect.stringMatching(
      /is 300 MB long\. A window opens at most 256 MB\. .*zorkgpt export episode --from TURN --to TURN --out episode\.zorkgpt --data /,
    ) as string,
  })
})
