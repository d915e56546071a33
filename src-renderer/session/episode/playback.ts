import { markerKindsOf } from '@shared/episode/projections/markers'
import { whyPause } from '@shared/episode/projections/pause-rules'
import { create } from 'zustand'
import { sessionStrings } from '../strings'
import { currentAnnotations } from './annotations'
import { isRead, type OpenEpisode, useEpisode } from './episode-store'
import { DEMO_ID } from './local-episodes'
import { FIRST_TURN, type Playhead, stepTurns, turnOf } from './playhead'
import { rulesInForce } from './rules-in-force'
import { useView } from '../view/view-store'

/**
 * Whether the playhead moves by itself, turn by turn, at the speed of the view settings; and what stopped it, if a rule
 * or a breakpoint did.
 */
export const usePlayback = create<{ readonly isPlaying: boolean; readonly stopped: Stop | null }>()(() => ({
  isPlaying: false,
  stopped: null,
}))

/** True of the view only while the playhead is still where it was stopped. */
export interface Stop {
  readonly playhead: Playhead
  readonly why: string
}

export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8, 16]
const USUAL_SPEED = 2
/** Slow enough to be read by someone who sees the window for the first time. */
const READING_SPEED = 0.5

/** How fast the episode is played back: as the reader has `chosen`, and until then as is usual for it. */
export const speedOf = ({ id }: Pick<OpenEpisode, 'id'>, chosen: number | null): number =>
  chosen ?? (id === DEMO_ID ? READING_SPEED : USUAL_SPEED)

let timer: ReturnType<typeof setTimeout> | undefined
/** Where it has put the playhead; null while it does not play. */
let at: Pick<OpenEpisode, 'id' | 'playhead'> | null = null

/** Whoever else moves the playhead, or opens another episode, stops it. */
useEpisode.subscribe(({ id, playhead }) => {
  if (at !== null && (id !== at.id || playhead !== at.playhead)) stopPlayback()
})

export function stopPlayback(): void {
  clearTimeout(timer)
  at = null
  usePlayback.setState({ isPlaying: false, stopped: null })
}

/**
 * From the end it begins again at the opening. A change of speed takes effect with the next turn, without a restart.
 */
export function startPlayback(): void {
  const { playhead } = useEpisode.getState()
  moveTo(playhead === 'live' ? FIRST_TURN : playhead)
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
    const next = stepTurns(episode.history, episode.playhead, 1, isRead(episode))
    moveTo(next)
    const why = whyStop()
    if (next === 'live' || why !== null) stopPlayback()
    else tick()
    if (why !== null) usePlayback.setState({ stopped: { playhead: next, why } })
  }, delayMs())
}

/** However long a turn took, nobody waits longer for it than this. */
const LONGEST_MS = 2_000
const SHORTEST_MS = 50

/** Until the next turn is shown: evenly, or as long as it took when it was played. */
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
 * A breakpoint of the reader, a rule that would have paused the agent here, or any marker if the reader wants to see
 * them all.
 */
function whyStop(): string | null {
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
