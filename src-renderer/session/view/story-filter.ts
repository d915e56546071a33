/** The parts of each turn that the story can show besides action and observation. */
export const STORY_KINDS = ['thoughts', 'calls', 'requests', 'changes', 'problems', 'notes'] as const
export type StoryKind = (typeof STORY_KINDS)[number]

export interface StoryFilter {
  readonly kinds: readonly StoryKind[]
  /** Hides turns without a problem. */
  readonly onlyProblems: boolean
  /** Hides turns that did not act on a false belief. */
  readonly onlyFalseBeliefs: boolean
}

export const STORY_PRESETS = {
  story: { kinds: ['changes'], onlyProblems: false, onlyFalseBeliefs: false },
  thinking: { kinds: ['thoughts', 'changes', 'notes'], onlyProblems: false, onlyFalseBeliefs: false },
  tools: { kinds: ['calls', 'changes'], onlyProblems: false, onlyFalseBeliefs: false },
  problems: { kinds: ['changes', 'problems'], onlyProblems: true, onlyFalseBeliefs: false },
  all: { kinds: STORY_KINDS, onlyProblems: false, onlyFalseBeliefs: false },
} as const satisfies Readonly<Record<string, StoryFilter>>
export type StoryPreset = keyof typeof STORY_PRESETS
export const STORY_PRESET_NAMES = Object.keys(STORY_PRESETS) as readonly StoryPreset[]

/** The preset that equals the filter; null for a custom filter. */
export const presetOf = (filter: StoryFilter): StoryPreset | null =>
  STORY_PRESET_NAMES.find((name) => isSame(STORY_PRESETS[name], filter)) ?? null

const isSame = (a: StoryFilter, b: StoryFilter) =>
  a.onlyProblems === b.onlyProblems &&
  a.onlyFalseBeliefs === b.onlyFalseBeliefs &&
  STORY_KINDS.every((kind) => a.kinds.includes(kind) === b.kinds.includes(kind))

export const toggleKind = ({ kinds, ...only }: StoryFilter, kind: StoryKind): StoryFilter => ({
  kinds: STORY_KINDS.filter((other) => kinds.includes(other) !== (other === kind)),
  ...only,
})

export const hidesTurns = ({ onlyProblems, onlyFalseBeliefs }: StoryFilter): boolean => onlyProblems || onlyFalseBeliefs
