import { visibleLine } from '@shared/base/visible-text'
import type { Played, PlayedEpisode } from '../../../host/episode/watch-played'

export interface EpisodeNotification {
  readonly title: string
  readonly body: string
}

const LONGEST_TITLE = 80

/**
 * Null if there is nothing to report. The only foreign text in it is the title, because reasons may contain markup,
 * which some desktops interpret.
 */
export function notificationFor(before: Played, { here, gone }: Played): EpisodeNotification | null {
  const wasGoing = new Set(before.here.filter(({ state }) => state.control.mode !== 'paused').map(({ id }) => id))
  const news = [
    ...gone
      .filter(({ state }) => state.ended !== null && state.ended.ended !== 'stopped')
      .map((episode) => ({ episode, what: 'The episode has ended' })),
    ...here
      .filter(({ id, state }) => state.control.mode === 'paused' && wasGoing.has(id))
      .map((episode) => ({ episode, what: 'The episode is paused' })),
  ]
  const [first] = news
  if (first === undefined) return null
  if (news.length > 1) return { title: 'ZorkGPT', body: `${news.length} episodes have ended or are paused.` }
  const { episode, what } = first
  return { title: titleOf(episode), body: `${what}, after ${turnsOf(episode)}.` }
}

const titleOf = ({ state }: PlayedEpisode) => visibleLine(state.manifest?.game.title ?? 'ZorkGPT', LONGEST_TITLE)
const turnsOf = ({ state }: PlayedEpisode) => (state.turns.length === 1 ? '1 turn' : `${state.turns.length} turns`)

/** Progress of all episodes with a turn limit, from 0 to 1; -1, which shows none, without such episodes. */
export function progressOf(episodes: readonly PlayedEpisode[]): number {
  const limited = episodes.filter(({ state }) => state.turnLimit !== null)
  const sum = (of: (episode: PlayedEpisode) => number) => limited.reduce((total, episode) => total + of(episode), 0)
  return limited.length === 0 ? -1 : sum(({ state }) => state.turns.length) / sum(({ state }) => state.turnLimit ?? 0)
}
