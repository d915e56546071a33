import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostApi } from '@shared/contract/contract'
import { sampleEpisode } from '@shared/episode/state/sample-episode.testkit'
import type { Host } from '../../host'
import { openTestHost } from '../../open-host.testkit'

const episodeId = 'kept'
const run = { game: 'glass-weather', player: 'explorer' } as const
let dataFolder: string
let host: Host

/** Puts a folder in place of a file, and a file in place of a folder, which stops root too. */
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'unwritable-'))
  await mkdir(join(dataFolder, episodeId))
  await writeFile(
    join(dataFolder, episodeId, 'events.jsonl'),
    sampleEpisode({ turns: 2 })
      .slice(0, -1)
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
  await mkdir(join(dataFolder, episodeId, 'annotations.json'))
  await mkdir(join(dataFolder, '.start.json'))
  for (const name of ['.trash', '.stories', '.writers']) await writeFile(join(dataFolder, name), '')
  host = await openTestHost(dataFolder)
})
afterEach(async () => {
  await host.close()
  await rm(dataFolder, { recursive: true, force: true })
})

/** The bundled story with another serial number, so that it is not in the list. */
const ownStory = async () => {
  const bytes = await readFile(resolve(import.meta.dirname, '../../../../build/story/glass-weather.z5'))
  bytes.write('990101', 0x12, 'latin1')
  return bytes.toString('base64')
}

describe('a data folder that cannot be written', () => {
  it.each<[string, (api: HostApi) => Promise<unknown>]>([
    ['a new name', (api) => api.renameEpisode({ episodeId, title: 'Lamps' })],
    ['a bookmark', (api) => api.annotateTurn({ episodeId, turn: 1, change: { bookmarked: true } })],
    ['a tag', (api) => api.tagEpisode({ episodeId, add: ['best'], remove: [] })],
    ['a saved filter', (api) => api.saveFilter({ name: 'Mine', text: '', show: 'won', sort: 'newest' })],
    ['a preset', (api) => api.savePreset({ name: 'Mine', params: run })],
    ['a deletion', (api) => api.deleteEpisode({ episodeId })],
    ['a story', async (api) => api.addStory({ fileName: 'own.z5', base64: await ownStory() })],
    ['the end of an interrupted episode', (api) => api.controlEpisode({ episodeId, command: 'stop' })],
  ])('refuses %s with a sentence that names the place and the way out', async (_what, ask) => {
    const wayOut = 'is a (?:file|folder), which does not belong there\\. Move it away\\.'
    const sentence = new RegExp(`^[A-Z][^:]+: ${dataFolder}/\\S+ ${wayOut}$`)
    await expect(ask(host.api)).rejects.toMatchObject({ message: expect.stringMatching(sentence) as string })
  })

  it('contains nothing of an episode that could not start', async () => {
    const before = await readdir(dataFolder)
    await expect(host.api.startEpisode({ ...run, mcp: false })).rejects.toMatchObject({ kind: 'cannot_write' })
    expect(await readdir(dataFolder)).toEqual(before)
  })
})
