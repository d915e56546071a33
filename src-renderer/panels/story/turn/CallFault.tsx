import type { Turn } from '@shared/episode/state/episode'
import { use } from 'react'
import { controlEpisode } from '../../../session/host/commands'
import { EpisodeContext, useEpisode } from '../../../session/episode/episode-store'
import { useAgentState } from '../../../session/episode/episode-status'
import { setView } from '../../../session/view/view-store'
import controls from '../../../kit/controls.module.css'
import { HostButton } from '../../../session/connection/HostButton'
import { inspectorIsOpen } from '../../../commands/inspect-turn'
import { focusRegion } from '../../../session/view/regions'
import styles from './turn.module.css'
import { storyStrings as words } from '../strings'
import { gaveUp, failedForKey } from './turn-phase'

/** Actions of a turn that is paused because its model call failed. Resuming retries the call. */
export function CallFault({ turn }: { readonly turn: Turn }) {
  const { isCompared } = use(EpisodeContext)
  const isPlayedHere = useAgentState() === 'paused'
  // Not while pausing: then the call is still running.
  const isPaused = useEpisode(({ history }) => history.latest.control.mode === 'paused')
  if (isCompared || !isPlayedHere || !isPaused || !gaveUp(turn)) return null
  const showRequest = () => {
    setView({ ...inspectorIsOpen, inspectorTab: 'request' })
    focusRegion('inspector')
  }
  return (
    <div className={styles.actions}>
      <HostButton className={`${controls.button} ${controls.primary}`} onClick={() => void controlEpisode('resume')}>
        {words.retryCall}
      </HostButton>
      {failedForKey(turn) && (
        <button type="button" className={controls.button} onClick={() => setView({ dialog: 'settings' })}>
          {words.enterKey}
        </button>
      )}
      <button type="button" className={controls.button} onClick={showRequest}>
        {words.showRequest}
      </button>
    </div>
  )
}
