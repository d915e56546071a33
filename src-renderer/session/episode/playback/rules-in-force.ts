import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { type EpisodeListState, useEpisodeList } from '../../episodes/episodes-store'
import { useView } from '../../view/view-store'
import { type OpenEpisode, useEpisode } from '../episode-store'

/** True if this host, not another program, plays the episode. */
export const isPlayedHere = ({ entries }: Pick<EpisodeListState, 'entries'>, id: string | null): boolean => {
  const entry = entries.get(id ?? '')
  return entry?.running === true && !entry.elsewhere
}

const loggedRules = ({ history }: Pick<OpenEpisode, 'history'>) => history.latest.pauseRules

/**
 * Rules that pause the agent and stop playback: the logged ones if this host plays the episode, else the chosen ones.
 */
export function rulesInForce(): PauseRules {
  const episode = useEpisode.getState()
  const logged = isPlayedHere(useEpisodeList.getState(), episode.id) ? loggedRules(episode) : null
  return logged ?? useView.getState().pauseRules
}

export function useRulesInForce(): PauseRules {
  const id = useEpisode((episode) => episode.id)
  const logged = useEpisode(loggedRules)
  const isPlayed = useEpisodeList((library) => isPlayedHere(library, id))
  const chosen = useView(({ pauseRules }) => pauseRules)
  return (isPlayed ? logged : null) ?? chosen
}
