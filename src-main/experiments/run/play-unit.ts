import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { costOf } from '@shared/experiments/costs'
import { isOver, resultOf, type UnitResult } from '@shared/experiments/result'
import { reduceWithoutTexts, hasLog } from '../../episode/list-episodes'
import { loadReadable } from '../../episode/load-episode'
import { withWriterLease } from '../../episode/writer-lease'
import type { Host } from '../../host/host'
import { loadUnit } from '../plan/results-from-logs'
import type { PlayOrder } from './messages'

interface PlayOptions {
  readonly onTurn: (state: EpisodeState) => void
  /** Called when the episode is paused because its endpoint fails; resolves when the episode is to be resumed. */
  readonly onStalled: (reason: string) => Promise<void>
  /** Aborted when the unit is released. */
  readonly releaseSignal: AbortSignal
  /** Aborted when the host is about to close. */
  readonly signal: AbortSignal
}

/**
 * Plays a unit with the host, from the end of its log if it has one. Throws the reason if it cannot be played, and
 * resolves to null if a signal was aborted.
 */
export async function playUnit(
  host: Host,
  dataFolder: string,
  experiment: string,
  order: PlayOrder,
  keysFor: string | undefined,
  following: PlayOptions,
): Promise<UnitResult | null> {
  const { unit, turnLimit } = order
  const episodeId = unit.episode
  const folder = join(dataFolder, episodeId)
  const saved = hasLog(folder) ? await loadUnit(folder, turnLimit) : emptyEpisode
  const passed = exceededLimit(order, saved)
  if (isOver(saved, turnLimit)) return resultOf(unit.key, saved, turnLimit)
  if (passed !== null) return { ...resultOf(unit.key, saved, turnLimit), reason: passed }
  if (saved.opening !== null) {
    await host.api.resumeEpisode({ episodeId, turnLimit, pace: 'batch', pauseRules: NO_PAUSE_RULES, keysFor })
  } else {
    // A log without an observation has nothing to resume.
    await removeEpisode(folder)
    await host.api.startEpisode({
      game: order.story,
      player: order.player,
      seed: unit.seed,
      handicap: unit.handicap,
      turnLimit,
      pace: 'batch',
      pauseRules: NO_PAUSE_RULES,
      keysFor,
      unit: {
        episodeId,
        experiment,
        arm: unit.arm,
        repeat: unit.repeat,
        prompt: order.prompt,
        knowledge: order.knowledge,
      },
    })
  }
  return followEpisode(host, order, following)
}

/** Removes an episode that cannot be resumed. */
export async function removeEpisode(folder: string): Promise<void> {
  if (hasLog(folder))
    await withWriterLease(folder, 'Not started again', () => rm(folder, { recursive: true, force: true }))
}

/** The state of an episode; empty without a log. */
export const readState = async (folder: string): Promise<EpisodeState> =>
  hasLog(folder) ? (await loadReadable(folder)).state : emptyEpisode

/** The limit that the episode has exceeded, as a sentence; null while it is within all limits. */
function exceededLimit({ limits, price }: PlayOrder, { totals }: EpisodeState): string | null {
  const cost = costOf(totals, price ?? undefined) ?? 0
  if (limits.cost_usd_per_episode > 0 && cost > limits.cost_usd_per_episode)
    return `It cost more than the limit of $${limits.cost_usd_per_episode} per episode`
  const tokens = totals.tokensIn + totals.tokensOut
  return limits.tokens_per_episode > 0 && tokens > limits.tokens_per_episode
    ? `It used more than the limit of ${limits.tokens_per_episode} tokens per episode`
    : null
}

async function followEpisode(
  { api }: Host,
  order: PlayOrder,
  { onTurn, onStalled, releaseSignal, signal }: PlayOptions,
): Promise<UnitResult | null> {
  const { unit, turnLimit } = order
  const episodeId = unit.episode
  let state = emptyEpisode
  let cutBy: string | null = null
  let needed: ExpectedError | null = null
  const stop = () => void api.controlEpisode({ episodeId, command: 'stop' }).catch(() => {})
  releaseSignal.addEventListener('abort', stop, { once: true })
  if (releaseSignal.aborted) stop()
  for await (const { events } of api.watchEpisode({ episodeId, fromSeq: 0 }, signal)) {
    const known = state.turns.length
    state = reduceWithoutTexts(state, events)
    if (state.turns.length !== known) onTurn(state)
    if (state.ended !== null || cutBy !== null || needed !== null) continue
    cutBy = exceededLimit(order, state)
    if (cutBy !== null) await api.controlEpisode({ episodeId, command: 'stop' })
    else if (state.control.mode === 'paused' && state.control.signIn !== undefined) {
      needed = signInNeeded(state.control.signIn, state.control.reason ?? '')
      await api.controlEpisode({ episodeId, command: 'stop' })
    } else if (state.control.mode === 'paused' && state.control.isRefused) {
      needed = new ExpectedError('refused', withoutPaused(state.control.reason ?? 'Its request was refused.'))
      await api.controlEpisode({ episodeId, command: 'stop' })
    } else if (state.control.mode === 'paused' && state.control.continuesAt === undefined) {
      await onStalled(withoutPaused(state.control.reason ?? 'It is paused.'))
      await api.controlEpisode({ episodeId, command: 'resume' }).catch((error: unknown) => {
        if (!isExpected(error, 'not_possible') && !signal.aborted) throw error
      })
    }
  }
  if (signal.aborted || releaseSignal.aborted || state.ended === null) return null
  if (needed !== null) throw needed
  if (state.ended.ended === 'error') throw new Error(state.ended.reason)
  const result = resultOf(unit.key, state, turnLimit)
  return cutBy === null ? result : { ...result, reason: cutBy }
}

const withoutPaused = (reason: string): string => reason.replace(/^Paused: /, '')

/** No user can sign in to a worker, which would wait forever. */
const signInNeeded = (server: string, reason: string): ExpectedError =>
  new ExpectedError(
    'sign_in_needed',
    `${reason}. Experiments have no sign-ins: put a token into the headers of the server, as Authorization.`,
    { server },
  )
