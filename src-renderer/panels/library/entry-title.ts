import type { LibraryEntry } from '@shared/contract/library'
import { titleFrom } from '@shared/episode/annotate'

/** The reader's name for the episode, else the story's. */
export const titleOf = ({ annotations, summary, id }: LibraryEntry): string =>
  annotations.title ?? titleFrom(summary?.game.title ?? '') ?? id

export const annotatedTurns = ({ annotations }: LibraryEntry): number => annotations.turns.length
