import { z } from 'zod'
import { MOST_STORY_BYTES } from './channels'

/** What a shell can ask about stories, and what it is told. Part of contract.ts. */

const byStory = z.object({ id: z.string().min(1).max(200) })

export const storyParams = {
  listStories: z.object({}),
  /** Reads a story file and keeps a copy of its Z-code in the library. Refused with what is wrong with the file. */
  openStory: z.object({ path: z.string().min(1) }),
  /** A browser gives a page the bytes of a file and never its path. */
  addStory: z.object({
    fileName: z.string().min(1).max(255),
    base64: z.base64().max(Math.ceil((MOST_STORY_BYTES * 4) / 3)),
  }),
  /** Takes a story out of the library; `restoreStory` puts it back. Bundled ones stay. */
  removeStory: byStory,
  restoreStory: byStory,
  /** Finds out by experiment what the game can tell about itself. Takes from a moment to half a minute. */
  examineStory: byStory,
  /** Gets an offered story, or goes on getting it. Resolves once it is in the library; rejects with why it is not. */
  downloadStory: z.object({ sha256: z.hash('sha256') }),
  cancelDownload: z.object({ sha256: z.hash('sha256') }),
  watchStories: z.object({}),
} as const

export interface Story {
  /** The name of its file without the ending: `--game` takes it. */
  readonly id: string
  readonly title: string
  readonly fileName: string
  readonly version: number
  readonly release: number
  readonly serial: string
  readonly sha256: string
  readonly bundled: boolean
  /** Known for some stories by their hash; null says nothing. */
  readonly licence: string | null
  readonly maxScore: number | null
}

/** `exact`: the Z-Machine Standard says so. `inferred`: found by experiment. `none`: the game cannot tell it. */
export type Certainty = 'exact' | 'inferred' | 'none'
const SUPPORTED_FACTS = ['score', 'moves', 'room', 'player', 'ending', 'validActions'] as const

export interface StoryExamination {
  readonly support: Readonly<Record<(typeof SUPPORTED_FACTS)[number], Certainty>>
  /** Points, as the story itself says; null where it does not. */
  readonly maxScore: number | null
}

/** A story that can be got from where its makers put it. */
export interface StoryOffer {
  readonly sha256: string
  readonly title: string
  readonly licence: string
  readonly licenceText: string
  /** The page a person can look at. */
  readonly page: string
  readonly url: string
  readonly bytes: number
  readonly maxScore: number | null
  readonly state: 'absent' | 'loading' | 'here'
  readonly receivedBytes: number
  /** Why the last attempt failed. */
  readonly failure: string | null
}

export interface StoriesBatch {
  readonly stories: readonly Story[]
  readonly offers: readonly StoryOffer[]
}

export interface StoryResults {
  listStories: readonly Story[]
  openStory: Story
  addStory: Story
  removeStory: Record<string, never>
  restoreStory: Record<string, never>
  examineStory: StoryExamination
  downloadStory: Story
  cancelDownload: Record<string, never>
}
