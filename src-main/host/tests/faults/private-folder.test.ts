import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import { publishEndpoint } from '../../../servers/zorkgpt/endpoint-file'
import { defaultDataFolder } from '../../episodes/data-folder'
import type { Host } from '../../host'
import { openTestHost } from '../../open-host.testkit'

const HAS_NO_MODES = process.platform === 'win32' ? ' (skipped: Windows has no such modes)' : ''
/** A test must not write into the user's default folders. */
const HAS_OTHER_HOME = process.platform === 'linux' ? '' : ' (skipped: only on Linux a variable moves them)'
const RUN = { game: 'glass-weather', player: 'explorer' } as const
const SHORT = { pace: 'batch', mcp: false, turnLimit: 3 } as const
const umask = process.umask()
let folder: string
let host: Host | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'private-'))
  host = null
})
afterEach(async () => {
  process.umask(umask)
  await host?.close()
  rmSync(folder, { recursive: true, force: true })
})

const modeOf = (...names: readonly string[]) => (lstatSync(join(folder, ...names)).mode & 0o777).toString(8)

/** Paths that others may read or enter, from a folder down. */
function openToOthers(path: string): readonly string[] {
  const found = lstatSync(path)
  const own = (found.mode & 0o077) === 0 ? [] : [`${relative(folder, path)} ${(found.mode & 0o777).toString(8)}`]
  return found.isDirectory() ? [...own, ...readdirSync(path).flatMap((name) => openToOthers(join(path, name)))] : own
}

async function untilItsEnd({ api }: Host, episodeId: string): Promise<void> {
  for await (const _batch of api.watchEpisode({ episodeId, fromSeq: 0 }, new AbortController().signal)) {
  }
}

async function readLibrary({ api }: Host): Promise<void> {
  const abort = new AbortController()
  for await (const { live } of api.watchLibrary({}, abort.signal)) if (live) break
  abort.abort()
}

function writeEpisode(path: string, turns: number): void {
  mkdirSync(path, { recursive: true })
  const lines = sampleEpisode({ turns }).map((event) => `${JSON.stringify(event)}\n`)
  writeFileSync(join(path, 'events.jsonl'), lines.join(''))
}

describe.skipIf(HAS_NO_MODES)(`what the app stores is private to its user${HAS_NO_MODES}:`, () => {
  it.each([0, 0o22])('files of play, notes, presets, stories and trash, with umask %i', async (mask) => {
    process.umask(mask)
    const data = join(folder, 'above', 'data')
    host = await openTestHost(data, { env: { ...process.env, XDG_STATE_HOME: join(folder, 'above', 'state') } })
    const { api } = host
    const start = async () => (await api.startEpisode({ ...RUN, ...SHORT })).episodeId
    await api.agreeToPrograms({ fingerprints: ['f'.repeat(64)] })
    const [kept, deleted] = [await start(), await start()]
    for (const id of [kept, deleted]) await untilItsEnd(host, id)
    const { episodeId: fork } = await api.forkEpisode({ ...SHORT, episodeId: kept, turn: 1 })
    await untilItsEnd(host, fork)
    await api.annotateTurn({ episodeId: kept, turn: 1, change: { note: 'mine' } })
    await api.savePreset({ name: 'Mine', params: RUN })
    await api.deleteEpisode({ episodeId: deleted })
    const story = readFileSync(resolve(import.meta.dirname, '../../../../build/story/glass-weather.z5'))
    story.write('990101', 0x12, 'latin1')
    const { id } = await api.addStory({ fileName: 'own.z5', base64: story.toString('base64') })
    await api.removeStory({ id })
    await api.restoreStory({ id })
    await publishEndpoint(data, { url: 'http://127.0.0.1:1/mcp', token: 't', secret: 's' })
    await readLibrary(host)
    expect(openToOthers(join(folder, 'above'))).toEqual([])
    const beside = ['.mcp-endpoint.json', '.start.json', '.stories', '.trash', '.writers']
    expect(
      readdirSync(data)
        .filter((name) => name.startsWith('.'))
        .toSorted(),
    ).toEqual(beside)
    const files = ['annotations.json', 'episode.log', 'events.jsonl', 'snapshots', 'summary.json']
    expect(readdirSync(join(data, kept)).toSorted()).toEqual(files)
  })

  it.skipIf(HAS_OTHER_HOME)(
    `the default folders of earlier versions are closed at the start${HAS_OTHER_HOME}`,
    async () => {
      const env = { XDG_DATA_HOME: folder, XDG_STATE_HOME: join(folder, 'state') }
      const data = defaultDataFolder(env, process.platform)
      writeEpisode(join(data, 'old'), 1)
      for (const path of [data, join(data, '..'), join(data, 'old')]) chmodSync(path, 0o755)
      host = await openTestHost(data, { env })
      expect([modeOf('zorkgpt'), modeOf('zorkgpt', 'episodes')]).toEqual(['700', '700'])
    },
  )

  it('a home folder that the user chose keeps its rights, and the data folder in it does not', async () => {
    const env = { ZORKGPT_HOME: join(folder, 'home'), XDG_STATE_HOME: join(folder, 'state') }
    const data = defaultDataFolder(env, process.platform)
    writeEpisode(join(data, 'old'), 1)
    for (const path of [data, join(data, '..')]) chmodSync(path, 0o755)
    host = await openTestHost(data, { env })
    expect([modeOf('home'), modeOf('home', 'episodes')]).toEqual(['755', '700'])
  })

  it('in a folder that the user chose, only our files are closed', async () => {
    const data = join(folder, 'chosen')
    writeEpisode(join(data, 'old'), 1)
    for (const name of ['.trash', '.writers', '.stories', 'photographs']) mkdirSync(join(data, name))
    writeFileSync(join(data, '.start.json'), '{}')
    for (const path of ['', 'old', '.trash', '.writers', '.stories', 'photographs']) chmodSync(join(data, path), 0o755)
    chmodSync(join(data, '.start.json'), 0o644)
    mkdirSync(join(folder, 'elsewhere'), { mode: 0o755 })
    symlinkSync(join(folder, 'elsewhere'), join(data, 'linked'))
    host = await openTestHost(data)
    expect([modeOf('chosen'), modeOf('chosen', 'photographs'), modeOf('elsewhere')]).toEqual(['755', '755', '755'])
    for (const name of ['.trash', '.writers', '.stories', 'old']) expect(modeOf('chosen', name), name).toBe('700')
    expect(modeOf('chosen', '.start.json')).toBe('600')
  })

  it('files in a folder that others may write to stay open to them', async () => {
    const data = join(folder, 'shared')
    writeEpisode(join(data, 'old'), 1)
    for (const path of ['', 'old']) chmodSync(join(data, path), 0o2775)
    host = await openTestHost(data)
    expect([modeOf('shared'), modeOf('shared', 'old')]).toEqual(['775', '775'])
  })

  it('an export has the rights of any other file', async () => {
    process.umask(0o22)
    const { writeWhole } = await import('../../../base/files/replace-file')
    await writeWhole(
      join(folder, 'export.jsonl'),
      (async function* () {
        yield Buffer.from('x')
      })(),
    )
    expect(modeOf('export.jsonl')).toBe('644')
  })
})
