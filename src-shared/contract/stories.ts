import { z } from 'zod'
import { type ApiOf, command, feed, none } from './define'
import { MAX_UPLOAD_BASE64 } from './rpc'

const byStory = z.object({ id: z.string().min(1).max(200) })

export const stories = {
  listStories: command(none).gives<readonly Story[]>(),
  /** Reads a story file and stores a copy of its Z-code. Refused with the reason if it is not a playable story. */
  openStory: command(z.object({ path: z.string().min(1) })).gives<Story>(),
  /** Adds a story by its bytes, because a browser never gives a page the path of a file. */
  addStory: command(
    z.object({
      fileName: z.string().min(1).max(255),
      base64: z.base64().max(MAX_UPLOAD_BASE64),
    }),
  ).gives<Story>(),
  /** Removes a story; `restoreStory` restores it. Bundled ones cannot be removed. */
  removeStory: command(byStory),
  restoreStory: command(byStory),
  /** The cover as a data URL of a PNG or JPEG. Refused with `not_found`. */
  readCover: command(byStory).gives<{ readonly dataUrl: string }>(),
  /**
   * Determines by trial which facts the game can report. Refused with `not_possible` if this takes more than half a
   * minute.
   */
  examineStory: command(byStory).gives<StoryExamination>(),
  watchStories: feed(none).gives<StoriesBatch>(),
}
export type StoryApi = ApiOf<typeof stories>

export interface Story {
  /** Name of its file without the extension, as in `--game`. */
  readonly id: string
  readonly title: string
  /** The next five come from the iFiction record of its Blorb; null if unknown. */
  readonly author: string | null
  readonly headline: string | null
  readonly genre: string | null
  /** A year or a date. */
  readonly published: string | null
  readonly description: string | null
  readonly hasCover: boolean
  readonly fileName: string
  readonly version: number
  readonly release: number
  readonly serial: string
  readonly sha256: string
  readonly bundled: boolean
  /** Known for some stories by their hash; null if unknown. */
  readonly licence: string | null
  readonly maxScore: number | null
}

/** `exact`: defined by the Z-Machine Standard. `inferred`: found by trial. `none`: not available. */
export type Certainty = 'exact' | 'inferred' | 'none'
const SUPPORTED_FACTS = ['score', 'moves', 'room', 'player', 'ending', 'validActions'] as const

export interface StoryExamination {
  readonly support: Readonly<Record<(typeof SUPPORTED_FACTS)[number], Certainty>>
  /** Maximum score that the story reports; null if it reports none. */
  readonly maxScore: number | null
}

export interface StoriesBatch {
  readonly stories: readonly Story[]
}
