import { create } from 'zustand'
import { markerKindsOf } from '@shared/episode/projections/markers'
import { whyPause, type PauseRules } from '@shared/episode/projections/pause-rules'
import { type EpisodeListState, useEpisodeList } from '../../episodes/episodes-store'
import { sessionStrings } from '../../strings'
import { useView } from '../../view/view-store'
import { currentAnnotations } from '../annotations'
import { isFullyRead, type OpenEpisode, useEpisode } from '../episode-store'
import { DEMO_ID } from '../local-episodes'
import { type Playhead, stepTurns, toStart, turnOf } from '../playhead'

/** Playback moves the playhead turn by turn. `stopped` is set after a rule, marker or breakpoint stopped it. */
export const usePlayback = create<{ readonly isPlaying: boolean; readonly stopped: Stop | null }>()(() => ({
  isPlaying: false,
  stopped: null,
}))

/** Valid only while the playhead is still at `playhead`. */
export interface Stop {
  readonly playhead: Playhead
  readonly why: string
}

export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8, 16]
const DEFAULT_SPEED = 2
/** Turns per second of the demo recording, slow enough to read along. */
const READING_SPEED = 0.5

/** Turns per second: the chosen speed, or the default of the episode. */
export const speedOf = ({ id }: Pick<OpenEpisode, 'id'>, chosen: number | null): number =>
  chosen ?? (id === DEMO_ID ? READING_SPEED : DEFAULT_SPEED)

let timer: ReturnType<typeof setTimeout> | undefined
/** The position that playback set last; null while stopped. */
let at: Pick<OpenEpisode, 'id' | 'playhead'> | null = null

/** Playback stops when something else moves the playhead or another episode is opened. */
useEpisode.subscribe(({ id, playhead }) => {
  if (at !== null && (id !== at.id || playhead !== at.playhead)) stopPlayback()
})

export function stopPlayback(): void {
  clearTimeout(timer)
  at = null
  usePlayback.setState({ isPlaying: false, stopped: null })
}

/** Starts at the playhead. From the end, starts at the opening, or at the first turn of a part. */
export function startPlayback(): void {
  const { history, playhead } = useEpisode.getState()
  moveTo(playhead === 'live' ? toStart(history, playhead) : playhead)
  usePlayback.setState({ isPlaying: true, stopped: null })
  tick()
}

function moveTo(playhead: Playhead): void {
  const { id, movePlayhead } = useEpisode.getState()
  at = { id, playhead }
  movePlayhead(playhead)
}

function tick(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const episode = useEpisode.getState()
    const next = stepTurns(episode.history, episode.playhead, 1, isFullyRead(episode))
    moveTo(next)
    const why = stopReason()
    if (next === 'live' || why !== null) stopPlayback()
    else tick()
    if (why !== null) usePlayback.setState({ stopped: { playhead: next, why } })
  }, delayMs())
}

/** Maximum delay at the recorded pace, before the speed is applied. */
const LONGEST_MS = 2_000
const SHORTEST_MS = 50

/** Delay until the next turn: constant, or as recorded. */
function delayMs(): number {
  const episode = useEpisode.getState()
  const { playbackSpeed, playbackPace } = useView.getState()
  const took = episode.history.latest.turns[turnOf(episode.history, episode.playhead)]?.completed?.durationMs ?? 1000
  return (
    (playbackPace === 'even' ? 1000 : Math.max(SHORTEST_MS, Math.min(LONGEST_MS, took))) /
    speedOf(episode, playbackSpeed)
  )
}

/**
 * Why playback stops here: a breakpoint, a rule that would pause the agent, or any marker if playback stops at markers.
 * Null if it continues.
 */
function stopReason(): string | null {
  const { history, playhead, shown } = useEpisode.getState()
  const turn = turnOf(history, playhead)
  if (currentAnnotations().turns.some((annotation) => annotation.turn === turn && annotation.isBreakpoint))
    return sessionStrings.stoppedAtBreakpoint
  const { playbackStopsAtMarkers } = useView.getState()
  const played = history.latest.turns[turn - 1]
  const marker = playbackStopsAtMarkers && played ? markerKindsOf(history.latest, played)[0] : undefined
  return (
    whyPause(rulesInForce(), shown) ??
    (marker === undefined ? null : sessionStrings.stoppedAtMarker(sessionStrings.marker[marker]))
  )
}

/** Whether this host, and not another program, plays the episode. */
export const isPlayedHere = ({ entries }: Pick<EpisodeListState, 'entries'>, id: string | null): boolean => {
  const entry = entries.get(id ?? '')
  return entry?.running === true && !entry.elsewhere
}

const loggedRules = ({ history }: Pick<OpenEpisode, 'history'>) => history.latest.pauseRules

/**
 * Rules that pause the agent and stop playback: the logged rules if this host plays the episode, else the chosen ones.
 */
export function rulesInForce(): PauseRules {
  const episode = useEpisode.getState()
  const logged = isPlayedHere(useEpisodeList.getState(), episode.id) ? loggedRules(episode) : null
  return logged ?? useView.getState().pauseRules
}

export function useRulesInForce(): PauseRules {
  const id = useEpisode((episode) => episode.id)
  const logged = useEpisode(loggedRules)
  const isPlayed = useEpisodeList((library) => isPlayedHere(library, id))
  const chosen = useView(({ pauseRules }) => pauseRules)
  return (isPlayed ? logged : null) ?? chosen
}
