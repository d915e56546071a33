import { create } from 'zustand'
import { useEpisode } from './episode-store'
import { atTurn, stepTurns } from './playhead'
import { useView } from './view-store'

/** Whether the playhead moves by itself, turn by turn, at the speed of the view settings. */
export const usePlayback = create<{ readonly isPlaying: boolean }>()(() => ({ isPlaying: false }))

export const SPEEDS: readonly number[] = [0.5, 1, 2, 4, 8, 16]

let timer: ReturnType<typeof setTimeout> | undefined

export function stopPlayback(): void {
  clearTimeout(timer)
  usePlayback.setState({ isPlaying: false })
}

/** From the end it begins again at the opening. A change of speed takes effect with the next turn, without a restart. */
export function startPlayback(): void {
  const { history, playhead, movePlayhead } = useEpisode.getState()
  if (playhead === 'live') movePlayhead(atTurn(history, 0))
  usePlayback.setState({ isPlaying: true })
  tick()
}

function tick(): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const { history, playhead, movePlayhead } = useEpisode.getState()
    const next = stepTurns(history, playhead, 1)
    movePlayhead(next)
    if (next === 'live') stopPlayback()
    else tick()
  }, 1000 / useView.getState().playbackSpeed)
}
