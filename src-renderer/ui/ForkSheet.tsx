import { forkEpisode } from '../store/commands'
import { useEpisode } from '../store/episode-store'
import { canGoOn } from '../store/episode-status'
import { turnOf } from '../store/playhead'
import controls from './controls.module.css'
import { HostButton } from './HostButton'
import { episodeSheetStrings } from '../sheets/episode/strings'
import { TurnSheet } from './TurnSheet'

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
