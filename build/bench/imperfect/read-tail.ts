import { directionOf } from '@shared/map/direction'

/** What the sections below a state block tell, whatever words they are made of: commands stand in double quotes. */
export interface ReadTail {
  /** Commands that were given here and brought nothing. */
  readonly failed: readonly string[]
  /** Ways that were walked from here, and the name of where each led. */
  readonly walked: ReadonlyMap<string, string>
  readonly untried: readonly UntriedWay[]
  /** Commands that the note on being stuck names; null: there is no such note. */
  readonly stuck: readonly string[] | null
  readonly notes: readonly string[]
  readonly objectives: readonly string[]
  /** Of these, what the prompt says without any section. */
  readonly failedBySay: readonly string[]
  readonly objectivesBySay: readonly string[]
}

export interface UntriedWay {
  /** The way itself, and the place that it leads on from; null: this one. */
  readonly way: string
  readonly from: string | null
  /** The first step towards that place. */
  readonly first: string | null
}

export const NOTHING_TOLD: ReadTail = {
  failed: [],
  walked: new Map(),
  untried: [],
  stuck: null,
  notes: [],
  objectives: [],
  failedBySay: [],
  objectivesBySay: [],
}

const HEADINGS = {
  here: 'Here before:',
  untried: 'Untried ways:',
  notes: 'Notes:',
  objectives: 'Objectives:',
  stuck: 'You may be stuck:',
} as const
type Section = keyof typeof HEADINGS

export function readTail(text: string): ReadTail {
  const { here, untried, notes, objectives, stuck } = sectionsOf(text)
  const listed = (pattern: RegExp) => pattern.exec(text)?.[1]?.split('; ') ?? []
  const failedBySay = listed(/^Tried here without success: (.+)\.$/m)
  const objectivesBySay = listed(/^Your objectives: (.+)\.$/m)
  const record = here.flatMap(claimsOf)
  return {
    failed: [...failedBySay, ...record.filter(({ outcome }) => FAILED.test(outcome)).map(({ command }) => command)],
    walked: new Map(record.flatMap(({ command, outcome }) => walkOf(command, outcome))),
    untried: untried.flatMap(untriedIn),
    stuck: stuck.length === 0 ? null : stuck.flatMap(quoted),
    notes,
    objectives: [...objectives, ...objectivesBySay],
    failedBySay,
    objectivesBySay,
  }
}

function sectionsOf(text: string): Readonly<Record<Section, readonly string[]>> {
  const lines: Record<Section, string[]> = { here: [], untried: [], notes: [], objectives: [], stuck: [] }
  const names = Object.keys(HEADINGS) as Section[]
  let open: Section | null = null
  for (const line of text.split('\n')) {
    const begun = names.find((name) => line.startsWith(HEADINGS[name]))
    if (begun) open = begun
    else if (line.trim() === '') open = null
    const words = begun ? line.slice(HEADINGS[begun].length) : line
    if (open && words.trim() !== '') lines[open].push(words.trim())
  }
  return lines
}

const quoted = (line: string): readonly string[] => [...line.matchAll(/"([^"]+)"/g)].map(([, command = '']) => command)

/** Each command of a line with what is said of it, up to the next. */
function claimsOf(line: string): readonly { readonly command: string; readonly outcome: string }[] {
  return [...line.matchAll(/"([^"]+)"([^"]*)/g)].map(([, command = '', outcome = '']) => ({
    command: command.toLowerCase(),
    outcome: outcome.trim(),
  }))
}

const FAILED = /refused|no effect|nothing|not (?:seen|visible|understood|there)|unknown|fail|no[_ ]op|in vain/i

function walkOf(command: string, outcome: string): readonly (readonly [string, string])[] {
  const to = /(?:→|led to|leads to|to) ([A-Z][^#,;(]*)/.exec(outcome)?.[1]?.trim()
  const way = directionOf(command)
  return to === undefined || way === null || FAILED.test(outcome) ? [] : [[way, to]]
}

/** A line of the frontier: the way, where it is if it is not here, and the first step there. */
function untriedIn(line: string): readonly UntriedWay[] {
  const [way, first] = quoted(line)
  if (way === undefined) return []
  const from = /(?:from|at|in|of) ([A-Z][^#,;:("]*)/.exec(line)?.[1]?.trim() ?? null
  return [{ way: directionOf(way) ?? way, from: first === undefined ? null : from, first: first ?? null }]
}
