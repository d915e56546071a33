import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isExpected } from '@shared/base/expected-error'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { bundleOf } from '../../mcp/bundle/bundle.testkit'
import { longWork } from './long-work'
import { openWorkPool } from './work-pool'

const built = resolve(import.meta.dirname, '../../../out/main/work-thread.js')

let dataFolder: string
let folder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'work-pool-'))
  folder = join(dataFolder, 'one')
  await mkdir(folder)
  const lines = sampleEpisode({ turns: 5 }).map((event) => `${JSON.stringify(event)}\n`)
  await writeFile(join(folder, 'events.jsonl'), lines.join(''))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

async function listOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

describe('long work in threads', () => {
  const exported = {
    format: 'markdown',
    kept: { key: false, path: false, settings: false },
    range: null,
    withThoughts: true,
    annotations: null,
    appRoot: '',
  } as const

  it('gives the same results as this thread, and the same message and kind of a refusal', async () => {
    const pool = openWorkPool(built)
    try {
      const { signal } = new AbortController()
      expect(await pool.work.summarize({ folder })).toEqual(await longWork.summarize({ folder }))
      const [there, here] = [pool.work, longWork].map(async (work) =>
        listOf(work.exportEpisode({ ...exported, folder }, signal)),
      )
      expect(await there).toEqual(await here)
      await writeFile(join(folder, 'events.jsonl'), 'no event\n')
      const refused = await pool.work.summarize({ folder }).catch((error: unknown) => error)
      expect(isExpected(refused, 'bad_log')).toBe(true)
      expect(refused).toMatchObject({ detail: { line: 1 } })
    } finally {
      await pool.close()
    }
  })

  it('reads and unpacks a bundle, which both threads have in memory once', async () => {
    const bytes = bundleOf()
    const archive = new SharedArrayBuffer(bytes.length)
    new Uint8Array(archive).set(bytes)
    const pool = openWorkPool(built)
    try {
      expect(await pool.work.readBundle({ archive })).toMatchObject({ manifest: { name: 'lamp' }, files: 2 })
      const to = join(dataFolder, 'bundles', 'lamp')
      await pool.work.unpackBundle({ archive, root: join(dataFolder, 'bundles'), to })
      expect((await readdir(to)).toSorted()).toEqual(['manifest.json', 'server'])
      new Uint8Array(archive).fill(0)
      const refused = await pool.work.readBundle({ archive }).catch((error: unknown) => error)
      expect(isExpected(refused, 'bad_file')).toBe(true)
    } finally {
      await pool.close()
    }
  })

  it('is done in this thread for a short log, which takes less time than the start of a thread', async () => {
    const pool = openWorkPool(built)
    expect(await pool.workOn(folder)).toBe(longWork)
    await pool.close()
  })

  it('is done again in another thread if other work ended its thread', async () => {
    const file = join(dataFolder, 'ends-once.mjs')
    await writeFile(
      file,
      `import { parentPort } from 'node:worker_threads'
import { existsSync, writeFileSync } from 'node:fs'
const note = ${JSON.stringify(join(dataFolder, 'ended'))}
parentPort.on('message', ({ id }) => {
  if (existsSync(note)) return parentPort.postMessage({ id, kind: 'result', value: 'done' })
  writeFileSync(note, '')
  process.exit(1)
})
`,
    )
    const pool = openWorkPool(file)
    expect(await Promise.all([1, 2, 3].map(() => pool.work.summarize({ folder })))).toEqual(['done', 'done', 'done'])
    await pool.close()
    await expect(pool.work.summarize({ folder })).rejects.toThrow('The host is closing.')
  })

  it('fails with a sentence if it takes too much memory, and other work continues', async () => {
    const long = join(dataFolder, 'long')
    await mkdir(long)
    const text = 'A long thought. '.repeat(1000)
    const lines = sampleEpisode({ turns: 1000 }).map(
      (event) =>
        `${JSON.stringify(event.event_type === 'llm_response' ? { ...event, reasoning: `${event.seq}${text}` } : event)}\n`,
    )
    await writeFile(join(long, 'events.jsonl'), lines.join(''))
    const pool = openWorkPool(built, 32)
    try {
      const { signal } = new AbortController()
      const tooMuch = listOf(pool.work.exportEpisode({ ...exported, format: 'html', folder: long }, signal))
      const failure = await tooMuch.catch((error: unknown) => error)
      expect(isExpected(failure, 'not_possible')).toBe(true)
      expect(failure).toMatchObject({ message: expect.stringContaining('not enough memory') })
      expect(await pool.work.summarize({ folder })).toEqual(await longWork.summarize({ folder }))
    } finally {
      await pool.close()
    }
  })

  it('fails if its thread ends, without counting as a lost host', async () => {
    const file = join(dataFolder, 'ends.mjs')
    await writeFile(
      file,
      "import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => process.exit(1))\n",
    )
    const pool = openWorkPool(file)
    const failure = await pool.work.summarize({ folder }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'The thread of this work has ended.' })
    expect(isExpected(failure)).toBe(false)
    await pool.close()
  })
})
