import process from 'node:process'
import { type ErrorKind, ExpectedError, isExpected } from '@shared/base/expected-error'
import type { EpisodeState } from '@shared/episode/state/episode'
import type { UnitResult } from '@shared/experiments/result'
import { printError } from '../../base/terminal/terminal'
import { createHost, type Host } from '../../host/host'
import { openModelProcesses } from '../../host/open-local-models'
import type { ModelProcesses } from '../../models/process/model-processes'
import { memorySecrets } from '../../secrets/secret-store'
import type { FromWorker, PlayOrder, ToWorker, WorkerSetup } from './messages'
import { playAgent } from './play-agent'
import { playUnit } from './play-unit'
import { createWorkerGate } from './worker-gate'

/**
 * A worker process plays the units that its parent sends, several at once. If its parent ends, it ends too, and a later
 * run resumes its units from their logs.
 */

const post = (message: FromWorker): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** Errors that every unit of the arm would meet. */
const ARM_ERRORS: readonly ErrorKind[] = [
  'bad_input',
  'bad_file',
  'bad_story',
  'not_found',
  'program_not_agreed',
  'key_not_agreed',
  'bad_key',
  'mcp_failed',
  'sign_in_needed',
  'cannot_write',
]

const HEARTBEAT_MS = 5000

const gate = createWorkerGate(post)
/** The models on this computer, which all arms share. */
let models: ModelProcesses | null = null
const hosts = new Map<string, Promise<Host>>()
const waiting = new Map<string, () => void>()
/** The units that can be released, by their keys. */
const releases = new Map<string, AbortController>()
const leaving = new AbortController()
let setup: WorkerSetup | null = null

async function openHost(
  settingsFile: string,
  { appRoot, dataFolder, mcpConfigFile, secrets }: WorkerSetup,
): Promise<Host> {
  const store = memorySecrets()
  for (const [name, value] of Object.entries(secrets)) await store.set(name, value)
  return createHost({
    shell: 'cli',
    appRoot,
    dataFolder,
    configFile: settingsFile,
    mcpConfigFile,
    env: process.env,
    secrets: store,
    requestGate: gate,
    modelProcesses: (models ??= openModelProcesses(appRoot, () => {})),
    now: () => new Date(),
    onFault: (error) => printError(`zorkgpt: ${error.message}`),
  })
}

/** One host for each settings file. */
function hostFor(settingsFile: string, known: WorkerSetup): Promise<Host> {
  const host = hosts.get(settingsFile) ?? openHost(settingsFile, known)
  hosts.set(settingsFile, host)
  return host
}

async function play(order: PlayOrder, known: WorkerSetup): Promise<void> {
  const { key } = order.unit
  const release = new AbortController()
  releases.set(key, release)
  const releaseSignal = release.signal
  try {
    const result =
      order.agent === null
        ? await playByHost(order, known, releaseSignal)
        : await playAgent(order, known, AbortSignal.any([leaving.signal, releaseSignal]))
    post(result === null ? { type: 'released', key } : { type: 'done', key, result })
  } finally {
    releases.delete(key)
    waiting.delete(key)
  }
}

async function playByHost(
  order: PlayOrder,
  known: WorkerSetup,
  releaseSignal: AbortSignal,
): Promise<UnitResult | null> {
  const { key } = order.unit
  const { dataFolder, experiment, keysFor } = known
  const host = await hostFor(order.settingsFile, known)
  const unavailable = (await host.api.getAppInfo({})).players.find(({ kind }) => kind === order.player)?.unavailable
  if (unavailable) throw new ExpectedError('bad_key', unavailable)
  return playUnit(host, dataFolder, experiment, order, keysFor, {
    releaseSignal,
    signal: leaving.signal,
    onTurn: (state) => post({ type: 'progress', key, ...usedBy(state) }),
    onStalled: (reason) =>
      new Promise((resolve) => {
        waiting.set(key, resolve)
        post({ type: 'stalled', key, reason })
      }),
  })
}

const usedBy = ({ turns, totals: { tokensIn, tokensOut, costUsd } }: EpisodeState) => ({
  turns: turns.length,
  tokensIn,
  tokensOut,
  costUsd,
})

async function receive(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'begin':
      setup = message
      gate.setPacedAddresses(message.pacedAddresses)
      return post({ type: 'ready' })
    case 'play': {
      if (setup === null) return
      const { key } = message.unit
      try {
        await play(message, setup)
      } catch (error) {
        if (leaving.signal.aborted) return
        const reason = (error as Error).message.slice(0, 2000)
        if (isExpected(error, ...ARM_ERRORS)) post({ type: 'arm_failed', key, reason })
        else post({ type: 'failed', key, reason, isFinal: isExpected(error, 'refused') })
      }
      return
    }
    case 'resume':
      waiting.get(message.key)?.()
      waiting.delete(message.key)
      return
    case 'release':
      releases.get(message.key)?.abort()
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

setInterval(() => post({ type: 'alive' }), HEARTBEAT_MS).unref()
process.on('message', (message: ToWorker) => void receive(message))
process.on('disconnect', () => void leave())
// Ctrl+C reaches the parent as well, which stops its workers.
process.on('SIGINT', () => {})
