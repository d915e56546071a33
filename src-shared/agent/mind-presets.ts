import type { Mind, MindPart, MindPreset } from '../episode/log/mind-schema'

/** The parts of each preset; docs/mind.md, "Measured", has the measurements. */
export const PRESET_PARTS: Readonly<Record<MindPreset, readonly MindPart[]>> = {
  none: [],
  standard: ['context', 'places', 'frontier', 'stuck', 'guard'],
  full: ['context', 'places', 'frontier', 'stuck', 'guard', 'objectives', 'notes', 'reflector'],
}

/** The preset's parts, with those switched on and without those switched off. */
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
