import { z } from 'zod'

/** Folder name of an episode inside the data folder: without separators, so it can name nothing outside. */
export const EPISODE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/
export const episodeId = z.string().regex(EPISODE_ID, 'is not the name of an episode')
export const byEpisode = z.object({ episodeId })
