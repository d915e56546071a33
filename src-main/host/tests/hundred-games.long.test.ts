import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { HostApi } from '@shared/contract/contract'
import type { LibraryEntry } from '@shared/contract/library'
import { connectApi } from '@shared/contract/rpc'
import { assembleStory } from '../../story/zmachine/tiny-story.testkit'

const GAMES = 100
/** Reads a command (`aread` into SCRATCH) and jumps back: a game whose only costs are its thread and its memory. */
const STORY = assembleStory({
  version: 5,
  code: [0xe4, 0x0f, 0x03, 0xe0, 0, 0, 0x10, 0x8c, 0xff, 0xf8],
  scratch: [40],
})
const root = resolve(import.meta.dirname, '../../..')

/** The web shell in a process that has addresses for a hundred memories. */
async function openShell(folder: string) {
  const args = ['--import', join(root, 'build/standin/scarce-memory.mjs'), join(root, 'out/main/web.js')]
  const shell = spawn(process.execPath, [...args, '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ZORKGPT_HOME: folder },
  })
  const [line] = (await once(createInterface({ input: shell.stdout }), 'line')) as [string]
  const url = new URL(line.replace('ready ', ''))
  const socket = new WebSocket(`ws://${url.host}/socket${url.search}`)
  await once(socket, 'open')
  const api = connectApi<HostApi>({
    post: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => socket.on('message', (data: Buffer) => listener(JSON.parse(data.toString()))),
    onClose: (listener) => socket.on('close', listener),
  })
  return {
    api,
    close: async () => {
      shell.kill()
      await once(shell, 'exit')
    },
  }
}

/** The rows of all episodes, once each of them satisfies `holds`. */
async function whenAll(api: HostApi, holds: (entry: LibraryEntry) => boolean): Promise<readonly LibraryEntry[]> {
  const entries = new Map<string, LibraryEntry>()
  for await (const { changed } of api.watchLibrary({}, new AbortController().signal)) {
    for (const entry of changed) entries.set(entry.id, entry)
    const all = [...entries.values()]
    if (all.length === GAMES && all.every(holds)) return all
  }
  throw new Error('The list ended.')
}

it('a hundred games are open at once where there is room for a hundred compiled machines, and none fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundred-games-'))
  const { api, close } = await openShell(folder)
  try {
    const story = await api.addStory({ fileName: 'echo.z5', base64: Buffer.from(STORY).toString('base64') })
    const ids: string[] = []
    for (let seed = 1; seed <= GAMES; seed++) {
      const options = { game: story.id, player: 'random', mcp: false, paused: true } as const
      ids.push((await api.startEpisode({ ...options, seed, turnLimit: 2, turnDelaySeconds: 0 })).episodeId)
    }
    await whenAll(api, ({ running }) => running)
    for (const episodeId of ids) await api.controlEpisode({ episodeId, command: 'resume' })
    const all = await whenAll(api, ({ summary }) => summary?.ended !== null)
    expect(new Set(all.map(({ summary }) => summary?.ended))).toEqual(new Set(['turn_limit']))
  } finally {
    await close()
    rmSync(folder, { recursive: true, maxRetries: 5 })
  }
})
