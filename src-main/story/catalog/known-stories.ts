import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What is known of a story by its hash alone. Titles, figures and sources for the window; nothing in play depends on
 * any of it.
 */
export interface KnownStory {
  readonly sha256: string
  readonly title: string
  readonly max_score: number | null
  readonly licence: string
  /** Name of the file in the folder of bundled stories. */
  readonly file?: string
  readonly source?: StorySource
}

/** Where its makers published it: one file of one commit of a public repository on GitHub. */
export interface StorySource {
  readonly repository: string
  readonly commit: string
  readonly path: string
  readonly bytes: number
  /** The licence in full, in the folder of bundled stories. */
  readonly licence_file: string
}

/** The shipped `stories.json`. */
export const readKnownStories = (folder: string): readonly KnownStory[] =>
  JSON.parse(readFileSync(join(folder, 'stories.json'), 'utf8')) as readonly KnownStory[]
