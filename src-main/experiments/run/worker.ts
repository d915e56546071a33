import process from 'node:process'
import type { EpisodeState } from '@shared/episode/state/episode'
import { type ErrorKind, ExpectedError, isExpected } from '@shared/base/expected-error'
import { createHost, type Host } from '../../host/host'
import { environmentSecrets } from '../../secrets/secret-store'
import { printError } from '../../base/terminal/terminal'
import type { FromWorker, PlayOrder, ToWorker, WorkerSetup } from './messages'
import { createWorkerGate } from './worker-gate'
import type { UnitResult } from '@shared/experiments/result'
import { playAgent } from './play-agent'
import { playUnit } from './play-unit'

/**
 * A process that plays the units it is given, several at once if it is told so. Without its parent it lets go of them
 * and ends: their logs say how far they came.
 */
const tell = (message: FromWorker): void => {
  // Without its parent nobody hears it.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** With these no other unit of the arm could be played either. */
const OF_THE_ARM: readonly ErrorKind[] = [
  'bad_input',
  'bad_file',
  'bad_story',
  'not_found',
  'program_not_agreed',
  'key_not_agreed',
  'bad_key',
  'mcp_failed',
  'cannot_write',
]

/** How often it says that it is not frozen. */
const ALIVE_MS = 5000

const gate = createWorkerGate(tell)
const hosts = new Map<string, Promise<Host>>()
const waiting = new Map<string, () => void>()
/** To let go of one episode. */
const played = new Map<string, AbortController>()
const leaving = new AbortController()
let setup: WorkerSetup | null = null

/** One for each file of settings: a host is what plays by them. */
function hostFor(settingsFile: string, { appRoot, dataFolder, mcpConfigFile }: WorkerSetup): Promise<Host> {
  const open = () =>
    createHost({
      shell: 'cli',
      appRoot,
      dataFolder,
      configFile: settingsFile,
      mcpConfigFile,
      env: process.env,
      secrets: environmentSecrets(),
      requestGate: gate,
      now: () => new Date(),
      onFault: (error) => printError(`zorkgpt: ${error.message}`),
    })
  const host = hosts.get(settingsFile) ?? open()
  hosts.set(settingsFile, host)
  return host
}

async function play(order: PlayOrder, known: WorkerSetup): Promise<void> {
  const { key } = order.unit
  const lettingGo = new AbortController()
  played.set(key, lettingGo)
  const letGo = lettingGo.signal
  try {
    const result =
      order.agent === null
        ? await playByHost(order, known, letGo)
        : await playAgent(order, known, AbortSignal.any([leaving.signal, letGo]))
    tell(result === null ? { type: 'released', key } : { type: 'done', key, result })
  } finally {
    played.delete(key)
    waiting.delete(key)
  }
}

async function playByHost(order: PlayOrder, known: WorkerSetup, letGo: AbortSignal): Promise<UnitResult | null> {
  const { key } = order.unit
  const { dataFolder, experiment, keysFor } = known
  const host = await hostFor(order.settingsFile, known)
  const unavailable = (await host.api.getAppInfo({})).players.find(({ kind }) => kind === order.player)?.unavailable
  if (unavailable) throw new ExpectedError('bad_key', unavailable)
  return playUnit(host, dataFolder, experiment, order, keysFor, {
    releaseSignal: letGo,
    signal: leaving.signal,
    onTurn: (state) => tell({ type: 'progress', key, ...usedBy(state) }),
    onStalled: (reason) =>
      new Promise((resolve) => {
        waiting.set(key, resolve)
        tell({ type: 'stalled', key, reason })
      }),
  })
}

const usedBy = ({ turns, totals: { tokensIn, tokensOut, costUsd } }: EpisodeState) => ({
  turns: turns.length,
  tokensIn,
  tokensOut,
  costUsd,
})

async function obey(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'begin':
      setup = message
      gate.setPacedAddresses(message.pacedAddresses)
      return tell({ type: 'ready' })
    case 'play': {
      if (setup === null) return
      const { key } = message.unit
      try {
        await play(message, setup)
      } catch (error) {
        if (leaving.signal.aborted) return
        const isOfArm = isExpected(error) && OF_THE_ARM.includes(error.kind)
        tell({ type: 'failed', key, reason: (error as Error).message.slice(0, 2000), isOfArm })
      }
      return
    }
    case 'resume':
      waiting.get(message.key)?.()
      waiting.delete(message.key)
      return
    case 'release':
      played.get(message.key)?.abort()
      waiting.get(message.key)?.()
      return
    case 'hold':
      return gate.holdUntil(message.address, message.untilMs)
    case 'pass':
      return gate.admit(message.request)
    case 'end':
      return leave()
  }
}

async function leave(): Promise<void> {
  if (leaving.signal.aborted) return
  leaving.abort()
  await Promise.allSettled([...hosts.values()].map(async (host) => (await host).close()))
  process.exit(0)
}

setInterval(() => tell({ type: 'alive' }), ALIVE_MS).unref()
process.on('message', (message: ToWorker) => void obey(message))
process.on('disconnect', () => void leave())
// The parent is told of Ctrl+C as well, and says what is to be done.
process.on('SIGINT', () => {})
