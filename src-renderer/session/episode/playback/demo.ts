import type { LoggedEvent } from '@shared/episode/log/event'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { hostApi, failureOf } from '../../connection/connection-store'
import { useEpisodeList } from '../../episodes/episodes-store'
import { useStart } from '../../episodes/start-store'
import { setView } from '../../view/view-store'
import { useEpisode } from '../episode-store'
import { DEMO_ID, openLocalEpisode } from '../local-episodes'
import { FIRST_TURN, type Playhead } from '../playhead'
import { startPlayback } from './playback'

/** Opens the demo recording, unless another episode is opened meanwhile. A test validates the recording. */
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

/** Whether there are no episodes and no model, and the recording was not dismissed. */
export function isFirstRun(): boolean {
  const { entries, appInfo } = useEpisodeList.getState()
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

export async function dismissDemo(): Promise<void> {
  const { memory } = useStart.getState()
  if (memory) useStart.setState({ memory: { ...memory, demoIsDismissed: true } })
  await hostApi()
    ?.dismissDemo({})
    .catch((error: unknown) => setView({ failure: failureOf(error) }))
}
