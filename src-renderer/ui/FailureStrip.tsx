import { cannotBeShown, useEpisode } from '../store/episode-store'
import { useIsInterrupted } from '../store/episode-status'
import { useLibrary } from '../store/library-store'
import { setView, useView } from '../store/view-store'
import controls from './controls.module.css'
import { HostButton } from './HostButton'
import { Strip } from './Strip'
import { strings } from './strings'

/** What the host refused, and what is wrong with the open episode: the cause in its words, and what to do next. */
export function FailureStrip() {
  const refusal = useView(({ failure }) => failure)
  const { id, failure, warning } = useEpisode()
  const isNothing = useEpisode(cannotBeShown)
  const isUnreadable = useLibrary(({ entries }) => isNothing && entries.get(id ?? '')?.readable === false)
  // A log that was cut off is what an interruption leaves: its notice says so.
  const isInterrupted = useIsInterrupted()
  const openAgain = () => {
    if (id === null) return
    useEpisode.getState().close()
    useEpisode.getState().open(id, 'live')
  }
  return (
    <>
      {refusal !== null && (
        <Strip text={refusal}>
          <button type="button" className={controls.button} onClick={() => setView({ failure: null })}>{strings.failure.dismiss}</button>
        </Strip>
      )}
      {failure !== null && (
        <Strip text={isNothing ? strings.failure.episode(failure) : strings.failure.inPart(failure)}>
          {isUnreadable && <HostButton className={controls.button} onClick={() => setView({ dialog: 'delete', target: id })}>{strings.failure.remove}</HostButton>}
          <HostButton className={controls.button} onClick={openAgain}>{strings.failure.openAgain}</HostButton>
        </Strip>
      )}
      {warning !== null && !isInterrupted && (
        <Strip text={strings.failure.warning(warning)}>
          <button type="button" className={controls.button} onClick={() => useEpisode.setState({ warning: null })}>{strings.failure.dismiss}</button>
        </Strip>
      )}
    </>
  )
}
