import { z } from 'zod'
import { episodeId } from '@shared/contract/episode-id'

export const episode = episodeId.describe('Id of an episode, as in list_episodes')

/** One line for the game. It is typed, so it contains no control characters. */
export const action = z
  .string()
  .min(1, 'is empty')
  .max(1000, 'is longer than 1000 characters')
  .regex(/^\P{Cc}*$/u, 'has control characters, such as line breaks')
  .describe(
    'One command as a player types it, such as "open mailbox". If the story waits for a single key: its name (space, enter, escape, up, down, left, right, delete, f1 to f12), or its character',
  )

export const wait = z
  .boolean()
  .default(false)
  .describe(
    'Answer only when the episode pauses, waits for an action or ends. Each turn is reported as progress; cancelling ends the waiting, not the episode',
  )

export const pace = z
  .enum(['watch', 'batch'])
  .optional()
  .describe(
    'watch, the default, plays at a pace that a person can follow in the window; batch plays as fast as possible',
  )
