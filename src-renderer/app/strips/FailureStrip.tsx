import { Button } from '../../kit/Button'
import { Strip } from '../../kit/layout/Strip'
import { kitStrings } from '../../kit/strings'
import { HostButton } from '../../session/connection/HostButton'
import { useIsDeleted } from '../../session/episode/deleted'
import { useIsInterrupted, useIsPlayed } from '../../session/episode/episode-status'
import { hasNothingToShow, useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { resumeEpisode } from '../../session/host/episode-commands'
import { setView, useView } from '../../session/view/view-store'
import { strings } from '../strings'

/** Shows the last failed command until the next one. */
export function RefusalStrip() {
  const refusal = useView(({ failure }) => failure)
  if (refusal === null) return null
  return (
    <Strip text={refusal}>
      <Button onClick={() => setView({ failure: null })}>{kitStrings.dismiss}</Button>
    </Strip>
  )
}

/** Shows failed commands, and problems of the open episode with the possible remedies. */
export function FailureStrip() {
  // A dialog covers the strip and shows the error.
  const hasDialog = useView(({ dialog }) => dialog !== null)
  const { id, failure, warning } = useEpisode()
  const isNothing = useEpisode(hasNothingToShow)
  const isUnreadable = useEpisodeList(({ entries }) => isNothing && entries.get(id ?? '')?.readable === false)
  // RecoveredStrip shows the warning of an interrupted episode.
  const isInterrupted = useIsInterrupted()
  const repair = useRepair()
  // OpenDeletedStrip shows why the log of a deleted episode cannot be read.
  const isDeleted = useIsDeleted()
  return (
    <>
      {!hasDialog && <RefusalStrip />}
      {failure !== null && !isDeleted && (
        <Strip
          text={[
            isNothing ? strings.failure.episode(failure) : strings.failure.inPart(failure),
            ...(repair ? [strings.failure.keepsLog] : []),
          ].join(' ')}
        >
          {isUnreadable && (
            <HostButton onClick={() => setView({ dialog: 'delete', targets: id === null ? [] : [id] })}>
              {strings.failure.remove}
            </HostButton>
          )}
          {repair && <HostButton onClick={() => void resumeEpisode(true)}>{repair.label}</HostButton>}
          <HostButton onClick={() => useEpisode.getState().reopen()}>{strings.failure.reopen}</HostButton>
        </Strip>
      )}
      {warning !== null && !isInterrupted && (
        <Strip text={strings.failure.warning(warning)}>
          <Button onClick={() => useEpisode.setState({ warning: null })}>{kitStrings.dismiss}</Button>
        </Strip>
      )}
    </>
  )
}

/** Null if the log is undamaged, if the episode is played, or if the damage is before the opening. */
function useRepair(): { readonly label: string } | null {
  const {
    isDamaged,
    history: { latest },
  } = useEpisode()
  const isPlayed = useIsPlayed() === true
  if (!isDamaged || isPlayed || latest.opening === null) return null
  return { label: strings.failure.resume(latest.turns.length) }
}
