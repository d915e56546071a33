import { use } from 'react'
import { hasPart } from '@shared/agent/mind-presets'
import type { EpisodeState, HelperCall, Turn } from '@shared/episode/state/episode'
import { partOf, shortPartOf } from '@shared/episode/state/part'
import type { StateShape } from '../../kit/text/StateMark'
import { type Connection, useConnection, useHasHost } from '../connection/connection-store'
import { useEpisodeList } from '../episodes/episodes-store'
import { sessionStrings } from '../strings'
import { useIsDeleted } from './deleted'
import { type OpenEpisode, useEpisode, EpisodeContext, hasNothingToShow } from './episode-store'
import { isLocal, useIsLocal } from './local-episodes'
import { usePlayback } from './playback/playback'
import { turnOf, type Playhead } from './playhead'

/** State of the window, for badge, window title and live region. */
export interface WindowStatus extends StateShape {
  readonly word: string
  /** The reason of a pause: a sentence of any length. */
  readonly reason?: string
}

/** Why a panel cannot show the open episode: its log is unreadable or still being read. Null otherwise. */
export function useWhyEmpty(): string | null {
  const isUnreadable = useEpisode(hasNothingToShow)
  const isReading = useEpisode(({ id, caughtUp }) => id !== null && !caughtUp)
  const lost = useConnection(({ connection }) => (connection.phase === 'lost' ? connection.reason : null))
  const { nothingToShow, reading } = sessionStrings
  if (isUnreadable) return nothingToShow
  if (!isReading) return null
  return reading[lost ?? 'now']
}

/** Whether the run waits for a reply of the model. False during a tool call, which may have changed the game. */
export const waitsForReply = ({ openTurn }: Pick<EpisodeState, 'openTurn'>): boolean =>
  (openTurn?.iterations.at(-1)?.draft ?? null) !== null

/** True from the request until the helper model answers or its last attempt has failed. */
export const isWaiting = ({ request, response, failures }: HelperCall): boolean =>
  request !== null && response === null && failures?.at(-1)?.retry_in_ms !== null

/** The next attempt of a failed call, until it begins; null if there is none. */
export function retryOf({ iterations, helperCalls }: Turn): { readonly attempt: number; readonly atMs: number } | null {
  const helper = helperCalls?.at(-1)
  const iteration = iterations.at(-1)
  const isAnswering = (iteration?.draft?.length ?? 0) > 0
  const { failures = [], response = null, sent } = (helper && isWaiting(helper) ? helper : iteration) ?? {}
  const failure = failures.at(-1)
  if (failure === undefined || failure.retry_in_ms === null || response !== null || isAnswering) return null
  if (sent && sent.seq > failure.seq) return null
  return { attempt: failure.attempt + 1, atMs: Date.parse(failure.at) + failure.retry_in_ms }
}

export function canRetryNow({ openTurn, control }: Pick<EpisodeState, 'openTurn' | 'control'>): boolean {
  const retry = openTurn && retryOf(openTurn)
  return retry !== null && retry.atMs > Date.now() && control.mode !== 'paused'
}

/** Whether to offer canceling the call while the episode is pausing; see TurnPhase.tsx for calls that take long. */
export const canCancelCall = ({ history: { latest } }: Pick<OpenEpisode, 'history'>): boolean =>
  latest.control.mode === 'pausing' && waitsForReply(latest)

/**
 * The state of an episode's agent, which determines its controls. `elsewhere`: another program plays the episode, so
 * there are no controls.
 */
export type AgentState = 'none' | 'running' | 'paused' | 'elsewhere' | 'resumable' | 'ended'

export function agentStateOf(
  { control, ended, manifest }: EpisodeState,
  isPlayed: boolean | null,
  isElsewhere = false,
): AgentState {
  if (manifest === null || isPlayed === null) return 'none'
  if (isElsewhere) return 'elsewhere'
  if (isPlayed) return control.mode === 'paused' || control.mode === 'pausing' ? 'paused' : 'running'
  return canContinue({ ended }) ? 'resumable' : 'ended'
}

/** False if the story is over after the last turn. */
export const canContinue = ({ ended }: Pick<EpisodeState, 'ended'>): boolean =>
  ended === null || RESUMABLE.has(ended.ended)

/** The last turn after which a fork can continue; 0 is the opening. */
export const lastForkTurn = ({ ended, turns }: Pick<EpisodeState, 'ended' | 'turns'>): number =>
  Math.max(0, canContinue({ ended }) ? turns.length : turns.length - 1)

/** Kinds of end after which the game can continue. */
const RESUMABLE: ReadonlySet<string> = new Set(['turn_limit', 'plateau', 'stopped', 'error'])

export function statusOf(
  episode: Pick<OpenEpisode, 'id' | 'history' | 'playhead' | 'caughtUp' | 'failure'>,
  isPlayed: boolean | null,
  phase: Connection['phase'],
  stoppedBy: string | null = null,
): WindowStatus {
  const { history, playhead } = episode
  const { control, ended } = history.latest
  const last = history.spans.length - 1
  if (phase === 'lost') return { shape: 'cross', tone: 'failure', word: sessionStrings.state.disconnected }
  if (phase === 'connecting') return { shape: 'ring', tone: 'quiet', word: sessionStrings.state.connecting }
  if (episode.id === null) return { shape: 'dash', tone: 'quiet', word: sessionStrings.state.idle }
  if (episode.failure !== null) return { shape: 'cross', tone: 'failure', word: sessionStrings.state.failed }
  if (!episode.caughtUp || (isPlayed === null && ended === null))
    return { shape: 'ring', tone: 'quiet', word: sessionStrings.state.opening }
  if (playhead !== 'live') {
    const turn = turnOf(history, playhead)
    const behind = behindStatus(isPlayed ? control.mode : null, turn, partOf(history.latest)?.of ?? last)
    return stoppedBy === null ? behind : { ...behind, shape: 'bars', tone: 'quiet', reason: stoppedBy }
  }
  if (ended !== null) return endStatus(ended.ended)
  if (!isPlayed && shortPartOf(history.latest) !== null)
    return { shape: 'square', tone: 'quiet', word: sessionStrings.state.endOfPart }
  if (!isPlayed)
    return control.mode === 'paused'
      ? endStatus('paused')
      : { shape: 'dash', tone: 'failure', word: sessionStrings.state.interrupted }
  switch (control.mode) {
    case 'running':
      return { shape: 'disc', tone: 'now', word: sessionStrings.state.live(last) }
    case 'pausing':
      return { shape: 'bars', tone: 'quiet', word: sessionStrings.state.pausing }
    case 'paused':
      return pausedStatus(control.reason)
    case 'stepping_turn':
      return { shape: 'disc', tone: 'now', word: sessionStrings.state.steppingTurn }
    case 'stepping_iteration':
      return { shape: 'disc', tone: 'now', word: sessionStrings.state.steppingIteration }
    case 'stopping':
      return { shape: 'square', tone: 'quiet', word: sessionStrings.state.stopping }
    default:
      return control.mode satisfies never
  }
}

/** The status while the playhead is in the past. `mode` is the agent's; null if no program plays the episode. */
function behindStatus(mode: EpisodeState['control']['mode'] | null, turn: number, last: number): WindowStatus {
  const { past, behind, behindPaused } = sessionStrings.state
  if (mode === null) return { shape: 'ring', tone: 'quiet', word: past(turn, last) }
  if (mode === 'paused') return { shape: 'ring', tone: 'quiet', word: behindPaused(turn, last) }
  return { shape: 'ring', tone: 'now', word: behind(turn, last) }
}

/** A pause by the user is one word; another reason (`Paused: …`) may be text from an untrusted source. */
function pausedStatus(reason: string | null): WindowStatus {
  const paused = { shape: 'bars', tone: 'quiet', word: sessionStrings.state.paused } as const
  if (reason === null) return paused
  return reason.startsWith(`${paused.word}: `) ? { ...paused, reason } : { ...paused, word: reason }
}

export function endStatus(ended: string): WindowStatus {
  const word = sessionStrings.ended[ended] ?? ended
  if (ended === 'won') return { shape: 'check', tone: 'gain', word }
  if (ended === 'died' || ended === 'error' || ended === 'halted') return { shape: 'cross', tone: 'failure', word }
  return { shape: ended === 'paused' ? 'bars' : 'square', tone: 'quiet', word }
}

const openEntry = () => useEpisodeList.getState().entries.get(useEpisode.getState().id ?? '')

/** Whether the open episode is being played. Null until its row has arrived, which may be after its events. */
export const useIsPlayed = (): boolean | null => {
  const id = useEpisode((episode) => episode.id)
  const hasHost = useHasHost()
  return useEpisodeList(({ entries }) => entries.get(id ?? '')?.running ?? (hasHost && !isLocal(id) ? null : false))
}

/** 'ended' for an episode that is from a file or has an unreadable log, because neither can be resumed. */
export const useAgentState = (): AgentState => {
  const isPlayed = useIsPlayed()
  const id = useEpisode((episode) => episode.id)
  const isElsewhere = useEpisodeList(({ entries }) => entries.get(id ?? '')?.elsewhere)
  const isUnreadable = useEpisodeList(({ entries }) => entries.get(id ?? '')?.readable === false)
  const isFromFile = useIsLocal()
  return useEpisode(({ history }) =>
    isFromFile || isUnreadable ? 'ended' : agentStateOf(history.latest, isPlayed, isElsewhere),
  )
}

/** Whether the episode has no end although no program plays it. */
export const useIsInterrupted = (): boolean => {
  const agent = useAgentState()
  return useEpisode(
    ({ history, caughtUp }) =>
      agent === 'resumable' && caughtUp && history.latest.ended === null && shortPartOf(history.latest) === null,
  )
}

export const currentAgentState = (): AgentState =>
  isLocal(useEpisode.getState().id) || openEntry()?.readable === false
    ? 'ended'
    : agentStateOf(useEpisode.getState().history.latest, openEntry()?.running ?? null, openEntry()?.elsewhere)

export const useStatus = (): WindowStatus => {
  const isPlayed = useIsPlayed()
  const phase = useConnection(({ connection }) => connection.phase)
  const stopped = usePlayback((playback) => playback.stopped)
  const episode = useEpisode()
  const isGone = useIsDeleted()
  if (isGone) return { shape: 'dash', tone: 'quiet', word: sessionStrings.state.deleted }
  return statusOf(episode, isPlayed, phase, stopped?.playhead === episode.playhead ? stopped.why : null)
}

/** Kinds of entries in a player's mind that the user can add or change. */
export type MindEntryKind = 'note' | 'objective'

const PARTS = { note: 'notes', objective: 'objectives' } as const

/** True only at the end of an episode that this host plays, if the player's mind has that part. */
const canEdit = (
  memory: MindEntryKind,
  agent: AgentState,
  playhead: Playhead,
  { manifest }: Pick<EpisodeState, 'manifest'>,
) => (agent === 'running' || agent === 'paused') && playhead === 'live' && hasPart(manifest?.mind, PARTS[memory])

export function useCanEditMind(memory: MindEntryKind): boolean {
  const { isCompared } = use(EpisodeContext)
  const agent = useAgentState()
  return useEpisode(({ playhead, history }) => canEdit(memory, agent, playhead, history.latest)) && !isCompared
}

export function canEditMindNow(memory: MindEntryKind): boolean {
  const { playhead, history } = useEpisode.getState()
  return canEdit(memory, currentAgentState(), playhead, history.latest)
}
