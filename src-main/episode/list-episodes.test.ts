import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { thisProcess } from '../base/files/process-identity'
import { readEpisodeEntry, readSummary } from './list-episodes'
import { noteChecked, versionOf, wasChecked } from './log/checked-note'

type Json = Readonly<Record<string, unknown>>

let dataFolder: string
let folder: string
let file: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'summary-cache-'))
  folder = join(dataFolder, 'one')
  file = join(folder, 'summary.json')
  await mkdir(folder)
  await writeFile(join(folder, 'events.jsonl'), linesOf(sampleEpisode({ turns: 3 })))
})
afterEach(() => rm(dataFolder, { recursive: true, force: true }))

const linesOf = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')
const row = (id = 'one') => readEpisodeEntry(dataFolder, id)
const kept = async () => JSON.parse(await readFile(file, 'utf8')) as Json & { readonly summary: Json }
/** Writes the summary with a correct digest, so that only its content is wrong. */
const forge = (cache: Json) =>
  writeFile(
    file,
    JSON.stringify({ ...cache, sha256: createHash('sha256').update(JSON.stringify(cache.summary)).digest('hex') }),
  )

/** Copies of the object, each with another value at one place. */
function* withEach(value: unknown, others: readonly unknown[]): Generator<unknown> {
  yield* others
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of withEach(inner, others)) yield { ...value, [key]: changed }
    const { [key]: _gone, ...rest } = value as Json
    yield rest
  }
}

describe('the summary beside a log', () => {
  it('is used while the log is unchanged', async () => {
    await row()
    const cache = await kept()
    await forge({ ...cache, summary: { ...cache.summary, turns: 77 } })
    expect((await row())?.summary?.turns).toBe(77)
    const log = join(folder, 'events.jsonl')
    const { atime, mtime } = await stat(log)
    const text = await readFile(log, 'utf8')
    // The changed log has the same size and time.
    await writeFile(log, text.replace('The Sample', 'The Simple'))
    await utimes(log, atime, mtime)
    expect((await row())?.summary).toMatchObject({ turns: 3, game: { title: 'The Simple' } })
  })

  it('is not trusted in a copied folder, even with the same file times', async () => {
    await row()
    const cache = await kept()
    await forge({ ...cache, summary: { ...cache.summary, turns: 77 } })
    await cp(folder, join(dataFolder, 'copy'), { recursive: true, preserveTimestamps: true })
    expect((await row('copy'))?.summary?.turns).toBe(3)
  })

  it('is rebuilt if anything else is in its place', async () => {
    const right = await row()
    const cache = await kept()
    const version = await versionOf(folder)
    const values = [null, -1, 1.5, '', 'no', true, [], {}, { in: 'x' }, '2026-99-99T00:00:00Z', 'x'.repeat(2000)]
    let tried = 0
    for (const changed of withEach(cache, values)) {
      const bytes = JSON.stringify(changed)
      writeFileSync(file, bytes)
      // The new value may equal the old one.
      if (bytes !== JSON.stringify(cache)) expect(await readSummary(folder, version), bytes).toBeNull()
      tried++
    }
    expect(tried).toBeGreaterThan(300)
    expect(await row()).toEqual(right)
    expect(await kept()).toEqual(cache)
  })

  it('with a valid digest must still match its schema', async () => {
    await row()
    const cache = await kept()
    for (const key of Object.keys(cache.summary)) {
      await forge({ ...cache, summary: { ...cache.summary, [key]: { not: ['what', 'belongs', 'here'] } } })
      expect((await row())?.summary, key).toEqual(cache.summary)
    }
    for (const wrong of [
      { startedAt: 'yesterday' },
      { turns: -1 },
      { ended: 'eaten' },
      { reason: 'x'.repeat(2_000_000) },
      { player: { kind: 'grue', label: '', model: null } },
    ]) {
      await forge({ ...cache, summary: { ...cache.summary, ...wrong } })
      expect((await row())?.summary, JSON.stringify(wrong).slice(0, 80)).toEqual(cache.summary)
    }
  })

  it('is rebuilt if one byte changed', async () => {
    const right = await row()
    const bytes = await readFile(file)
    const version = await versionOf(folder)
    // Every third byte is enough, because the digest treats all positions alike.
    for (let at = 0; at < bytes.length; at += 3) {
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      writeFileSync(file, flipped)
      // The last digits of a time may change without changing its value.
      expect([null, right?.summary], `byte ${at}`).toContainEqual(await readSummary(folder, version))
    }
    expect(await row()).toEqual(right)
  })
})

it('the note that a long log was checked is not trusted for a copy', async () => {
  await writeFile(join(folder, 'events.jsonl'), 'x'.repeat(5 << 20))
  await utimes(join(folder, 'events.jsonl'), 1_700_000_000, 1_700_000_000)
  await noteChecked(folder, await versionOf(folder))
  expect(await wasChecked(folder)).toBe(true)
  await cp(folder, join(dataFolder, 'copy'), { recursive: true, preserveTimestamps: true })
  expect(await wasChecked(join(dataFolder, 'copy'))).toBe(false)
  await writeFile(join(folder, 'checked.json'), '{"bytes":"many"}')
  expect(await wasChecked(folder)).toBe(false)
})

describe('an episode without an end', () => {
  async function leaseOf(pid: number) {
    await mkdir(join(dataFolder, '.writers'), { recursive: true })
    const lease = { nonce: '0'.repeat(32), machine: thisProcess.machine, pid, began: null }
    await writeFile(join(dataFolder, '.writers', 'one.json'), JSON.stringify(lease))
  }
  beforeEach(() => writeFile(join(folder, 'events.jsonl'), linesOf(sampleEpisode({ turns: 3, openTurn: true }))))

  it('was interrupted if the process that played it is gone and left its lease', async () => {
    expect(await row()).not.toHaveProperty('cutShort')
    const killed = spawn(process.execPath, ['--eval', ''])
    await once(killed, 'exit')
    await leaseOf(killed.pid ?? 0)
    expect(await row()).toMatchObject({ running: false, cutShort: true })
  })

  it('does not count as interrupted after the experiment that it belongs to was deleted', async () => {
    const unit = { experiment: 'lamps', arm: 'a', repeat: 1 }
    const events = sampleEpisode({ turns: 3, openTurn: true }).map((event) =>
      event.event_type === 'episode_started' ? { ...event, unit } : event,
    )
    await writeFile(join(folder, 'events.jsonl'), linesOf(events))
    await mkdir(join(dataFolder, '.experiments', 'lamps'), { recursive: true })
    await writeFile(join(dataFolder, '.experiments', 'lamps', 'plan.json'), '{}')
    const killed = spawn(process.execPath, ['--eval', ''])
    await once(killed, 'exit')
    await leaseOf(killed.pid ?? 0)
    expect(await row()).toMatchObject({ cutShort: true, summary: { unit: { experiment: 'lamps' } } })
    await rm(join(dataFolder, '.experiments'), { recursive: true })
    expect(await row()).not.toHaveProperty('cutShort')
  })

  it('is played elsewhere, and not interrupted, while the process that plays it runs', async () => {
    await leaseOf(process.ppid)
    expect(await row()).toMatchObject({ running: true, elsewhere: true })
    expect(await row()).not.toHaveProperty('cutShort')
  })
})
