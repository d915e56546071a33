import { resolve } from 'node:path'
import { readCommandLine, runEntry, serve } from './serving/serve'
import { shareStory } from './text-adventure/game'
import { readOptions } from './text-adventure/options'
import { answerSearches, isSearchThread } from './text-adventure/search-thread'
import { createTextAdventureServer } from './text-adventure/server'

/** A text adventure as an MCP server: a game per process over stdio, a game per client with `--http PORT`. */

const IDLE_MS = 30 * 60_000
const MAX_SESSIONS = 200

if (isSearchThread) answerSearches()
else
  runEntry(async () => {
    const { httpPort } = readCommandLine(process.argv.slice(2), {})
    // Two folders above this file, in the repository as in an installed app.
    const options = readOptions(process.env, resolve(import.meta.dirname, '../../build/story'), process.cwd())
    if (httpPort !== null && options.stateFile !== null)
      throw new Error('TEXT_ADVENTURE_STATE stores one game, but over HTTP every client has its own: leave it out.')
    const readStory = shareStory(options)
    const idleSeconds = Number(process.env.TEXT_ADVENTURE_IDLE_SECONDS)
    await serve({
      httpPort,
      tokens: process.env.TEXT_ADVENTURE_TOKEN ? [process.env.TEXT_ADVENTURE_TOKEN] : null,
      open: () => createTextAdventureServer(options, readStory),
      idleMs: idleSeconds > 0 ? idleSeconds * 1000 : IDLE_MS,
      maxSessions: MAX_SESSIONS,
      plainAnswers: true,
    })
    // Over HTTP, open the story before the first client waits for it. If that fails, the calls report why.
    if (httpPort !== null) await readStory().catch(() => {})
  })
