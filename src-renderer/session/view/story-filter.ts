/** What the page can show of each turn beside what was played: what went on inside it, and what came of it. */
export const STORY_KINDS = ['thoughts', 'calls', 'requests', 'changes', 'problems', 'notes'] as const
export type StoryKind = (typeof STORY_KINDS)[number]

export interface StoryFilter {
  readonly kinds: readonly StoryKind[]
  /** Leave out the turns in which nothing went wrong. */
  readonly onlyProblems: boolean
  /** Leave out the turns that did not act on what was not so. */
  readonly onlyFalseBeliefs: boolean
}

/** Filters with a name. */
export const STORY_PRESETS = {
  story: { kinds: ['changes'], onlyProblems: false, onlyFalseBeliefs: false },
  thinking: { kinds: ['thoughts', 'changes', 'notes'], onlyProblems: false, onlyFalseBeliefs: false },
  tools: { kinds: ['calls', 'changes'], onlyProblems: false, onlyFalseBeliefs: false },
  problems: { kinds: ['changes', 'problems'], onlyProblems: true, onlyFalseBeliefs: false },
  all: { kinds: STORY_KINDS, onlyProblems: false, onlyFalseBeliefs: false },
} as const satisfies Readonly<Record<string, StoryFilter>>
export type StoryPreset = keyof typeof STORY_PRESETS
export const STORY_PRESET_NAMES = Object.keys(STORY_PRESETS) as readonly StoryPreset[]

/** Null for a filter that the reader put together. */
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

/** Whether it leaves out turns. */
export const leavesOut = ({ onlyProblems, onlyFalseBeliefs }: StoryFilter): boolean => onlyProblems || onlyFalseBeliefs
