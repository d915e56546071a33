import { forkEpisode } from '../../session/host/commands'
import { useEpisode } from '../../session/episode/episode-store'
import { canGoOn } from '../../session/episode/episode-status'
import { turnOf } from '../../session/episode/playhead'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { episodeSheetStrings } from './strings'
import { TurnSheet } from '../../kit/TurnSheet'

const words = episodeSheetStrings.forkFrom

/** Asks where a fork is to branch off. After the turn that ended the story there is nothing to play. */
export function ForkSheet({ onClose }: { readonly onClose: () => void }) {
  const { history, playhead } = useEpisode()
  const { turns } = history.latest
  const last = Math.max(0, canGoOn(history.latest) ? turns.length : turns.length - 1)
  return (
    <TurnSheet
      title={words.title}
      label={words.label(last)}
      last={last}
      initial={Math.min(last, turnOf(history, playhead))}
      onTurn={(turn) => void forkEpisode(turn)}
      onClose={onClose}
    >
      <HostButton type="submit" className={`${controls.button} ${controls.primary}`}>
        {words.fork}
      </HostButton>
    </TurnSheet>
  )
}
