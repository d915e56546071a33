import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { resultOf, type UnitResult } from '@shared/experiments/result'
import { KEY_VARIABLES } from '../../llm/profiles'
import type { PlayOrder, WorkerSetup } from './messages'
import { readState, removeEpisode } from './play-unit'

/** Time limit of an episode that a program plays. */
const LONGEST_MS = 60 * 60_000
/** A failure quotes the end of standard error, up to this many characters. */
const LONGEST_STDERR = 1000

/**
 * Lets a program of the user play a unit over MCP: the program starts our server, which gets story, seed and turn limit
 * from its environment. An interrupted episode starts again, because the program cannot resume it. Throws the reason of
 * a failure, and resolves to null if the signal was aborted.
 */
export async function playAgent(order: PlayOrder, setup: WorkerSetup, signal: AbortSignal): Promise<UnitResult | null> {
  const { unit, turnLimit } = order
  const folder = join(setup.dataFolder, unit.episode)
  const saved = await readState(folder)
  if (saved.ended !== null) return resultOf(unit.key, saved, turnLimit)
  await removeEpisode(folder)
  const failure = await runAgent(order, setup, signal)
  if (signal.aborted) return null
  if (failure !== null) throw new Error(failure)
  const state = await readState(folder)
  if (state.opening === null) throw new Error('The program ended without starting a game.')
  return resultOf(unit.key, state, turnLimit)
}

/** Resolves to the reason of a failure, or to null. */
function runAgent(
  { agent, unit, story, disguise, turnLimit }: PlayOrder,
  { appRoot, dataFolder, experiment }: WorkerSetup,
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
      TEXT_ADVENTURE_DISGUISE: disguise,
      TEXT_ADVENTURE_TURNS: String(turnLimit),
      TEXT_ADVENTURE_UNIT: JSON.stringify({ episodeId: unit.episode, experiment, arm: unit.arm, repeat: unit.repeat }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
    killSignal: 'SIGKILL',
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-LONGEST_STDERR)
  })
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.name === 'AbortError'
          ? `${program} took longer than an hour and was stopped.`
          : `${program} cannot be started (${error.code ?? error.message}).`,
      ),
    )
    child.once('close', (code) =>
      resolve(code === 0 ? null : `${program} ended with status ${code}. ${stderr.trim()}`.trim()),
    )
  })
}
