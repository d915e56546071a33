/** Estimates whether a model can run on a computer, and whether it plays well. */

interface MemoryFacts {
  readonly sizeBytes: number
  readonly contextBytesPerToken: number
}

/**
 * Memory that a loaded model takes, in bytes. Measured with llama.cpp on a processor, where a rearranged copy of some
 * weights takes additional memory, and buffers take 300 MB. Qwen2.5 1.5B (1.1 GB) with 8,192 tokens took 2.0 GB.
 */
export const memoryNeeded = ({ sizeBytes, contextBytesPerToken }: MemoryFacts, contextTokens: number): number =>
  Math.round(sizeBytes * 1.3 + contextBytesPerToken * contextTokens + 300e6)

/** Memory for the system and other programs, in bytes. */
const LEFT_TO_OTHERS = 1e9

export type Fit = 'fits' | 'tight' | 'too_large'

/** Whether a computer with this total memory can load a model; `tight` if the model takes more than half of it. */
export function fitOf(neededBytes: number, totalBytes: number): Fit {
  if (neededBytes > totalBytes - LEFT_TO_OTHERS) return 'too_large'
  return neededBytes > totalBytes / 2 ? 'tight' : 'fits'
}

/**
 * Minimum number of parameters to play well. No smaller model that was tried did: the smallest (135 million) wrote no
 * valid answer, and one of 1.5 billion repeated commands that changed nothing.
 */
const PLAYS_WELL_FROM = 3e9

export const isTooSmallToPlayWell = (parameters: number): boolean => parameters < PLAYS_WELL_FROM
