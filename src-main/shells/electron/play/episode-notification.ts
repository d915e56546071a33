import { visibleLine } from '@shared/base/visible-text'
import type { Played, PlayedEpisode } from '../../../host/episode/watch-played'

export interface EpisodeNotification {
  readonly title: string
  readonly body: string
}

const LONGEST_TITLE = 80

/**
 * What somebody who looks elsewhere wants to know: that an episode has ended, or is paused. Null for nothing. The words
 * are ours but for the story's title: a reason may hold a guest's words, and some desktops show a body with markup.
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

/** From 0 to 1, of all episodes with a limit together; -1, which is none, where there is none. */
export function progressOf(episodes: readonly PlayedEpisode[]): number {
  const limited = episodes.filter(({ state }) => state.turnLimit !== null)
  const sum = (of: (episode: PlayedEpisode) => number) => limited.reduce((total, episode) => total + of(episode), 0)
  return limited.length === 0 ? -1 : sum(({ state }) => state.turns.length) / sum(({ state }) => state.turnLimit ?? 0)
}
