import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyEpisode } from '@shared/episode/state/episode'
import { resultOf, type UnitResult } from '@shared/experiments/result'
import { hasLog } from '../../episode/list-episodes'
import { loadReadable } from '../../episode/load-episode'
import { withWriterLease } from '../../episode/writer-lease'
import { KEY_VARIABLES } from '../../llm/profiles'
import type { PlayOrder, WorkerSetup } from './messages'

/** So long one episode of a program may take. */
const LONGEST_MS = 60 * 60_000
/** Of what it complains of, the end is told. */
const LONGEST_COMPLAINT = 1000

/**
 * Plays a unit by a program of somebody's own, which comes to the game over MCP: it starts our server, and finds there
 * what is to be played. What it was broken off in begins anew: nobody else can go on for it. Throws the reason if it
 * fails, and resolves to null if the signal was aborted.
 */
export async function playAgent(
  order: PlayOrder,
  { appRoot, dataFolder, experiment }: WorkerSetup,
  signal: AbortSignal,
): Promise<UnitResult | null> {
  const { unit, turnLimit } = order
  const folder = join(dataFolder, unit.episode)
  const kept = await readState(folder)
  if (kept.ended !== null) return resultOf(unit.key, kept, turnLimit)
  if (hasLog(folder))
    await withWriterLease(folder, 'Not begun anew', () => rm(folder, { recursive: true, force: true }))
  const failure = await runAgent(order, { appRoot, dataFolder, experiment }, signal)
  if (signal.aborted) return null
  if (failure !== null) throw new Error(failure)
  const state = await readState(folder)
  if (state.opening === null) throw new Error('It ended without having played: it never began a game.')
  return resultOf(unit.key, state, turnLimit)
}

const readState = async (folder: string) => (hasLog(folder) ? (await loadReadable(folder)).state : emptyEpisode)

/** Null when it ended well. */
function runAgent(
  { agent, unit, story, turnLimit }: PlayOrder,
  { appRoot, dataFolder, experiment }: Pick<WorkerSetup, 'appRoot' | 'dataFolder' | 'experiment'>,
  signal: AbortSignal,
): Promise<string | null> {
  const [program = '', ...args] = agent?.command ?? []
  const keys = new Set(KEY_VARIABLES)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !keys.has(name)))
  const child = spawn(program, args, {
    cwd: agent?.folder,
    env: {
      ...env,
      GAME: story,
      TEXT_ADVENTURE_SERVER: join(appRoot, 'out/servers/text-adventure.js'),
      TEXT_ADVENTURE_DATA: dataFolder,
      TEXT_ADVENTURE_SEED: String(unit.seed),
      TEXT_ADVENTURE_TURNS: String(turnLimit),
      TEXT_ADVENTURE_UNIT: JSON.stringify({ episodeId: unit.episode, experiment, arm: unit.arm, repeat: unit.repeat }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    killSignal: 'SIGKILL',
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-LONGEST_COMPLAINT)
  })
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.name === 'AbortError'
          ? `${program} took longer than an hour and was ended.`
          : `${program} cannot be started (${error.code ?? error.message}).`,
      ),
    )
    child.once('close', (code) =>
      resolve(code === 0 ? null : `${program} ended with status ${code}. ${complaint.trim()}`.trim()),
    )
  })
}
