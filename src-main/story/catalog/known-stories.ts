import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A story that ships with the app. Its title and figures are for the window; nothing in play depends on them. */
export interface KnownStory {
  readonly sha256: string
  readonly title: string
  readonly max_score: number | null
  readonly licence: string
  /** Path of the story file below the folder of bundled stories. */
  readonly file: string
}

/** The shipped `stories.json`. */
export const readKnownStories = (folder: string): readonly KnownStory[] =>
  JSON.parse(readFileSync(join(folder, 'stories.json'), 'utf8')) as readonly KnownStory[]
