import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LibraryBatch } from '@shared/contract/library'
import type { LoggedEvent } from '@shared/episode/log/event'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { thisProcess } from '../../base/files/process-identity'
import { keptSummaryOf, summaryOf } from '../../episode/list-episodes'
import { ChangeSignal } from '../episode/change-signal'
import { watchEpisodes } from './watch-episodes'

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'watch-library-'))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

async function writeEpisode(id: string, events: readonly LoggedEvent[] = sampleEpisode({ turns: 1 })) {
  await mkdir(join(dataFolder, id))
  await writeFile(join(dataFolder, id, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

async function nextRows(feed: AsyncIterator<LibraryBatch>) {
  const { changed, live } = ((await feed.next()) as IteratorYieldResult<LibraryBatch>).value
  return { ids: changed.map(({ id }) => id), live }
}

it('a log that is slow to read delays no other row', async () => {
  const closing = new AbortController()
  const watch = (wait: () => Promise<void>) =>
    watchEpisodes(
      {
        dataFolder,
        running: new Map(),
        edits: new Map(),
        changed: new ChangeSignal(),
        summarize: async (folder) => (await keptSummaryOf(folder)) ?? (await wait().then(() => summaryOf(folder))),
      },
      closing.signal,
    )[Symbol.asyncIterator]()
  await writeEpisode('known')
  await nextRows(watch(async () => {}))
  await writeEpisode('slow')
  let goOn = () => {}
  const waits = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const feed = watch(() => waits)
  expect(await nextRows(feed)).toEqual({ ids: ['known'], live: false })
  goOn()
  expect(await nextRows(feed)).toEqual({ ids: ['slow'], live: true })
  closing.abort()
})

it('an empty folder left by a kill has no row and is removed', async () => {
  const closing = new AbortController()
  const left = join(dataFolder, '2026-11-21T10-15-30-lamp')
  await mkdir(left)
  await utimes(left, new Date(0), new Date(0))
  await writeEpisode('known')
  const feed = watchEpisodes(
    { dataFolder, running: new Map(), edits: new Map(), changed: new ChangeSignal(), summarize: summaryOf },
    closing.signal,
  )[Symbol.asyncIterator]()
  expect(await nextRows(feed)).toEqual({ ids: ['known'], live: true })
  expect(await readdir(dataFolder)).toEqual(['known'])
  closing.abort()
})

it('an episode that was cut short no longer counts as such when its experiment is deleted', async () => {
  const closing = new AbortController()
  const unit = { experiment: 'lamps', arm: 'a', repeat: 1 }
  await writeEpisode(
    'one',
    sampleEpisode({ turns: 1, openTurn: true }).map((event) =>
      event.event_type === 'episode_started' ? { ...event, unit } : event,
    ),
  )
  await mkdir(join(dataFolder, '.experiments', 'lamps'), { recursive: true })
  await writeFile(join(dataFolder, '.experiments', 'lamps', 'plan.json'), '{}')
  const killed = spawn(process.execPath, ['--eval', ''])
  await once(killed, 'exit')
  const lease = { nonce: '0'.repeat(32), machine: thisProcess.machine, pid: killed.pid, began: null }
  await mkdir(join(dataFolder, '.writers'))
  await writeFile(join(dataFolder, '.writers', 'one.json'), JSON.stringify(lease))
  const changed = new ChangeSignal()
  const feed = watchEpisodes(
    { dataFolder, running: new Map(), edits: new Map(), changed, summarize: summaryOf },
    closing.signal,
  )
  const rows = async () => ((await feed.next()) as IteratorYieldResult<LibraryBatch>).value.changed
  expect(await rows()).toMatchObject([{ id: 'one', cutShort: true }])
  await rm(join(dataFolder, '.experiments'), { recursive: true })
  const [row] = await rows()
  expect(row?.id).toBe('one')
  expect(row).not.toHaveProperty('cutShort')
  closing.abort()
})
