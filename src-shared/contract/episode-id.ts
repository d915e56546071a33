import { z } from 'zod'

/** Name of an episode's folder. It has no separators, so it cannot name anything outside the data folder. */
export const EPISODE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/
export const episodeId = z.string().regex(EPISODE_ID, 'is not the name of an episode')
export const byEpisode = z.object({ episodeId })
