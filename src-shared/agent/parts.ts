import type { Mind, MindPart, MindPreset } from '../episode/log/mind'

/** The parts of each preset. What is on by default has earned its place in the bench (docs/mind.md, "Measured"). */
export const PRESET_PARTS: Readonly<Record<MindPreset, readonly MindPart[]>> = {
  none: [],
  standard: ['context', 'places', 'frontier', 'stuck'],
  full: ['context', 'places', 'frontier', 'stuck', 'guard', 'objectives', 'notes', 'reflector'],
}

/** What a preset holds, and the parts that were switched on and off beside it. */
export function partsInForce(
  preset: MindPreset,
  on: readonly MindPart[],
  off: readonly MindPart[],
): readonly MindPart[] {
  const parts = new Set([...PRESET_PARTS[preset], ...on])
  for (const part of off) parts.delete(part)
  return [...parts]
}

export const hasPart = (mind: Mind | undefined, part: MindPart): boolean => mind?.parts.includes(part) ?? false
