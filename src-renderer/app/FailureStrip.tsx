import { resumeEpisode } from '../session/host/commands'
import { hasNothingToShow, useEpisode } from '../session/episode/episode-store'
import { useIsInterrupted, useIsPlayed } from '../session/episode/episode-status'
import { useLibrary } from '../session/episodes/library-store'
import { setView, useView } from '../session/view/view-store'
import controls from '../kit/controls.module.css'
import { HostButton } from '../session/connection/HostButton'
import { Strip } from '../kit/layout/Strip'
import { kitStrings } from '../kit/strings'
import { strings } from './strings'

/** What the host refused, and what is wrong with the open episode: the cause in its words, and what to do next. */
export function FailureStrip() {
  const refusal = useView(({ failure }) => failure)
  const { id, failure, warning } = useEpisode()
  const isNothing = useEpisode(hasNothingToShow)
  const isUnreadable = useLibrary(({ entries }) => isNothing && entries.get(id ?? '')?.readable === false)
  // A log that was cut off is what an interruption leaves: its notice says so.
  const isInterrupted = useIsInterrupted()
  const goOn = useGoingOn()
  return (
    <>
      {refusal !== null && (
        <Strip text={refusal}>
          <button type="button" className={controls.button} onClick={() => setView({ failure: null })}>
            {kitStrings.dismiss}
          </button>
        </Strip>
      )}
      {failure !== null && (
        <Strip
          text={[
            isNothing ? strings.failure.episode(failure) : strings.failure.inPart(failure),
            ...(goOn ? [strings.failure.keepsLog] : []),
          ].join(' ')}
        >
          {isUnreadable && (
            <HostButton
              className={controls.button}
              onClick={() => setView({ dialog: 'delete', targets: id === null ? [] : [id] })}
            >
              {strings.failure.remove}
            </HostButton>
          )}
          {goOn && (
            <HostButton className={controls.button} onClick={() => void resumeEpisode(true)}>
              {goOn.label}
            </HostButton>
          )}
          <HostButton className={controls.button} onClick={() => useEpisode.getState().reopen()}>
            {strings.failure.openAgain}
          </HostButton>
        </Strip>
      )}
      {warning !== null && !isInterrupted && (
        <Strip text={strings.failure.warning(warning)}>
          <button type="button" className={controls.button} onClick={() => useEpisode.setState({ warning: null })}>
            {kitStrings.dismiss}
          </button>
        </Strip>
      )}
    </>
  )
}

/** Null for an episode that is not damaged, or of which too little can be read to go on from there. */
function useGoingOn(): { readonly label: string } | null {
  const {
    isDamaged,
    history: { latest },
  } = useEpisode()
  const isPlayed = useIsPlayed() === true
  if (!isDamaged || isPlayed || latest.opening === null) return null
  return { label: strings.failure.goOn(latest.turns.length) }
}
