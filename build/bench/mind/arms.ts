import { PRESET_PARTS } from '@shared/agent/mind-presets'
import { MIND_PARTS, type Mind, type MindPart, NO_MIND } from '@shared/episode/log/mind-schema'
import { ALL_IN_MESSAGES, type Faults, NO_FAULTS, TYPICAL_FAULTS } from '../imperfect/faults'

/** One way to play: a mind, and a model with certain faults. */
export interface Arm {
  readonly parts: readonly MindPart[]
  readonly faults: Faults
  /** Meaningless text of the same length replaces the words of the parts. */
  readonly isPlacebo: boolean
}

export const armKey = (arm: Arm): string => JSON.stringify(arm)

export const mindOfArm = ({ parts }: Arm): Mind => ({ ...NO_MIND, parts: [...parts] })

/** All but the reflector, because the imperfect model cannot reflect. */
export const MEASURED_PARTS = MIND_PARTS.filter((part) => part !== 'reflector')
type MeasuredPart = (typeof MEASURED_PARTS)[number]

/** The fault that each part should cure, in words and as the model has it. */
export const TARGETS: Readonly<Record<MeasuredPart, { readonly fault: string; readonly faults: Faults }>> = {
  context: { fault: 'knows only its messages', faults: { ...NO_FAULTS, window: ALL_IN_MESSAGES } },
  places: { fault: 'window=12', faults: { ...NO_FAULTS, window: 12 } },
  frontier: { fault: 'blind_exits', faults: { ...NO_FAULTS, blindExits: 0.3, lost: 0.3 } },
  stuck: { fault: 'stubborn', faults: { ...NO_FAULTS, stubborn: 0.03 } },
  guard: { fault: 'repeat', faults: { ...NO_FAULTS, repeat: 0.2 } },
  objectives: { fault: 'window=12', faults: { ...NO_FAULTS, window: 12 } },
  notes: { fault: 'window=12', faults: { ...NO_FAULTS, window: 12 } },
}

/** The comparisons for one part: each arm with its base, seed by seed. */
interface PartPlan {
  readonly part: MeasuredPart
  readonly target: Pair
  readonly clean: Pair
  /** The other parts of `standard`, with and without it. */
  readonly inStandard: Pair
  /** Controls of a part that writes into the tail: a model that does not read it, and meaningless text. */
  readonly deaf: Pair | null
  readonly placebo: Pair | null
  /** Control of a part that stores the model's notes. */
  readonly falseNote: Pair | null
}

export interface Pair {
  readonly arm: Arm
  readonly base: Arm
}

const play = (parts: readonly MindPart[], faults: Faults, isPlacebo = false): Arm => ({ parts, faults, isPlacebo })

export function planOf(part: MeasuredPart): PartPlan {
  const { faults } = TARGETS[part]
  const { standard } = PRESET_PARTS
  const speaks = part !== 'context' && part !== 'guard'
  const others = standard.filter((other) => other !== part)
  const against = (arm: Arm, base = play([], arm.faults)): Pair => ({ arm, base })
  return {
    part,
    target: against(play([part], faults)),
    clean: against(play([part], NO_FAULTS)),
    inStandard: against(play(sorted([...others, part]), TYPICAL_FAULTS), play(others, TYPICAL_FAULTS)),
    deaf: speaks ? against(play([part], { ...faults, deaf: true }), play([], faults)) : null,
    placebo: speaks ? against(play([part], faults, true), play([], faults)) : null,
    falseNote: part === 'notes' ? against(play([part], { ...faults, falseNote: 1 }), play([], faults)) : null,
  }
}

/** The whole preset, with a model that makes mistakes like real ones and with one that makes none. */
export const PRESET_PAIRS: readonly (Pair & { readonly name: string })[] = [
  { name: 'typical faults', faults: TYPICAL_FAULTS },
  { name: 'without faults', faults: NO_FAULTS },
].map(({ name, faults }) => ({ name, arm: play(PRESET_PARTS.standard, faults), base: play([], faults) }))

export const pairsOf = ({ target, clean, inStandard, falseNote }: PartPlan): readonly Pair[] =>
  [target, clean, inStandard, falseNote].filter((pair) => pair !== null)

/** Comparisons that must show no effect. */
export const controlsOf = ({ deaf, placebo }: PartPlan): readonly Pair[] =>
  [deaf, placebo].filter((pair) => pair !== null)

const sorted = (parts: readonly MindPart[]) => MIND_PARTS.filter((part) => parts.includes(part))
