import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { type Library, useLibrary } from '../episodes/library-store'
import { useView } from '../view/view-store'
import { type OpenEpisode, useEpisode } from './episode-store'

/** Whether this host plays the episode, and can tell its agent something. */
export const isPlayedHere = ({ entries }: Pick<Library, 'entries'>, id: string | null): boolean => {
  const entry = entries.get(id ?? '')
  return entry?.running === true && !entry.elsewhere
}

const loggedRules = ({ history }: Pick<OpenEpisode, 'history'>) => history.latest.pauseRules

/** What pauses an agent and stops a playback: of one that plays here what its log says, else what the reader chose. */
export function rulesInForce(): PauseRules {
  const episode = useEpisode.getState()
  const logged = isPlayedHere(useLibrary.getState(), episode.id) ? loggedRules(episode) : null
  return logged ?? useView.getState().pauseRules
}

export function useRulesInForce(): PauseRules {
  const id = useEpisode((episode) => episode.id)
  const logged = useEpisode(loggedRules)
  const isPlayed = useLibrary((library) => isPlayedHere(library, id))
  const chosen = useView(({ pauseRules }) => pauseRules)
  return (isPlayed ? logged : null) ?? chosen
}
