import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleEpisode } from '../../src-shared/episode/state/sample-episode.testkit'
import { watchEpisodes } from '../../src-main/host/episodes/watch-episodes'
import { ChangeSignal } from '../../src-main/host/episode/change-signal'
import { ms, often, report } from './figures'

/** The list of a data folder with two thousand episodes: until its first rows are there, and until all are. */
const EPISODES = often(2000, 20)
const dataFolder = mkdtempSync(join(tmpdir(), 'bench-library-'))
const log = sampleEpisode({ turns: 40 })
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('')
for (let number = 0; number < EPISODES; number++) {
  const folder = join(dataFolder, `2026-01-01T00-00-00-story-${String(number).padStart(4, '0')}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'events.jsonl'), log)
}

async function open(what: string): Promise<void> {
  const started = performance.now()
  let rows = 0
  for await (const { changed } of watchEpisodes(
    { dataFolder, running: new Map(), edits: new Map(), changed: new ChangeSignal(), yieldToReads: async () => {} },
    new AbortController().signal,
  )) {
    if (rows === 0) report(`${what}, first ${changed.length} rows`, ms(performance.now() - started))
    rows += changed.length
    if (rows >= EPISODES) break
  }
  report(`${what}, all ${rows} rows`, ms(performance.now() - started))
}

try {
  await open('without summaries')
  await open('with summaries')
} finally {
  rmSync(dataFolder, { recursive: true })
}
