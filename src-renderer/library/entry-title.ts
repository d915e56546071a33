import type { LibraryEntry } from '@shared/contract/contract'

/** The reader's name for the episode, else the story's. */
export const titleOf = ({ annotations, summary, id }: LibraryEntry): string => annotations.title ?? summary?.game.title ?? id

export const annotatedTurns = ({ annotations }: LibraryEntry): number => annotations.turns.length
