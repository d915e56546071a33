/** The memory that a model needs, and whether it is likely to run and play well on a computer. */

interface MemoryFacts {
  readonly sizeBytes: number
  readonly contextBytesPerToken: number
}

/**
 * Memory that a loaded model takes, in bytes. Measured with llama.cpp on a processor: its weights are rearranged for
 * the processor, which costs a part of their size again, and buffers take 300 MB. Qwen2.5 1.5B (1.1 GB) with 8,192
 * tokens took 2.0 GB.
 */
export const memoryNeeded = ({ sizeBytes, contextBytesPerToken }: MemoryFacts, contextTokens: number): number =>
  Math.round(sizeBytes * 1.3 + contextBytesPerToken * contextTokens + 300e6)

/** Memory that is left to the system and other programs. */
const LEFT_TO_OTHERS = 1e9

export type Fit = 'fits' | 'tight' | 'too_large'

/** Whether a model can be loaded on a computer with this much memory in total. */
export function fitOf(neededBytes: number, totalBytes: number): Fit {
  if (neededBytes > totalBytes - LEFT_TO_OTHERS) return 'too_large'
  return neededBytes > totalBytes / 2 ? 'tight' : 'fits'
}

/**
 * Below this many parameters no model that was tried played well: the smallest (135 million) writes no valid answer,
 * and one of 1.5 billion repeats commands that change nothing.
 */
const PLAYS_WELL_FROM = 3e9

export const isTooSmallToPlayWell = (parameters: number): boolean => parameters < PLAYS_WELL_FROM
