import type { LoggedEvent } from '@shared/episode/log/event'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { hostApi } from '../connection/connection-store'
import { useEpisode } from './episode-store'
import { failureOf } from '../connection/refusal'
import { useLibrary } from '../episodes/library-store'
import { DEMO_ID, openLocalEpisode } from './local-episodes'
import { startPlayback } from './playback'
import { FIRST_TURN, type Playhead } from './playhead'
import { useStart } from '../episodes/start-store'
import { setView } from '../view/view-store'

/**
 * Shows the recorded episode, unless another is opened while it is fetched. It is checked where it is made, by its
 * test, so it is taken as it is.
 */
export async function openDemo(playhead: Playhead = FIRST_TURN): Promise<void> {
  const { id } = useEpisode.getState()
  try {
    const log = await hostApi()?.readDemo({})
    if (log === undefined || useEpisode.getState().id !== id) return
    const events = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as LoggedEvent)
    openLocalEpisode({ fileName: 'demo.jsonl', events, warning: null }, playhead)
  } catch (error) {
    setView({ failure: failureOf(error) })
  }
}

export async function playDemo(): Promise<void> {
  await openDemo()
  if (useEpisode.getState().id === DEMO_ID) startPlayback()
}

/**
 * True of a window that opens for someone who has played nothing, has connected no model, and has not waved the
 * recording away.
 */
export function isFirstRun(): boolean {
  const { entries, appInfo } = useLibrary.getState()
  const { memory } = useStart.getState()
  const hasModel = appInfo?.players.some(
    ({ kind, unavailable }) => PLAYER_TRAITS[kind].isChosenModel && unavailable === null,
  )
  return (
    useEpisode.getState().id === null &&
    entries.size === 0 &&
    appInfo !== null &&
    !hasModel &&
    memory?.demoIsDismissed === false
  )
}

/** For good: the next start opens on the page before the first episode. */
export async function dismissDemo(): Promise<void> {
  const { memory } = useStart.getState()
  if (memory) useStart.setState({ memory: { ...memory, demoIsDismissed: true } })
  await hostApi()
    ?.dismissDemo({})
    .catch((error: unknown) => setView({ failure: failureOf(error) }))
}
