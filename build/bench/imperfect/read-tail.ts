import type { Outcome } from '@shared/episode/state/state-block'
import { directionOf } from '@shared/map/direction'

/** Contents of the sections below a state block. There, commands are in double quotes; places are `Attic#12`. */
export interface ReadTail {
  /** Commands that were tried here, with their last outcome. */
  readonly tried: readonly Tried[]
  /** Passages that were used from here. */
  readonly walked: ReadonlyMap<string, NamedPlace>
  readonly untried: readonly UntriedWay[]
  /** The proposals of the note about being stuck; null without such a note. */
  readonly stuck: readonly string[] | null
  readonly notes: readonly string[]
  readonly objectives: readonly string[]
}

interface Tried {
  readonly command: string
  readonly outcome: Outcome
  /** The number of times that it had this outcome. */
  readonly times: number
}

export interface NamedPlace {
  readonly id: number
  readonly name: string
}

export interface UntriedWay {
  readonly way: string
  readonly isNamed: boolean
  /** Where the route starts; null: here. */
  readonly from: NamedPlace | null
  /** The first step towards that place. */
  readonly first: string | null
}

const HEADINGS = {
  here: 'Here before:',
  untried: 'Untried ways:',
  notes: 'Notes:',
  objectives: 'Objectives:',
  stuck: 'You may be stuck:',
} as const
type Section = keyof typeof HEADINGS

/** A deaf model reads only single lines of the prompt, no section. */
export function readTail(text: string, isDeaf: boolean): ReadTail {
  const { here, untried, notes, objectives, stuck } = sectionsOf(isDeaf ? '' : text)
  const listed = (pattern: RegExp) => pattern.exec(text)?.[1]?.split('; ') ?? []
  const inVain = listed(/^Tried here without success: (.+)\.$/m)
  const notTried = stuck.filter((line) => line.startsWith('Not tried here:')).flatMap(quoted)
  return {
    tried: [
      ...inVain.map((command): Tried => ({ command: command.toLowerCase(), outcome: 'refused', times: 1 })),
      ...here.flatMap(triedIn),
    ],
    walked: new Map(here.flatMap(walkIn)),
    untried: [...untried, ...stuck.filter((line) => line.startsWith('Elsewhere '))].flatMap(untriedIn),
    stuck: stuck.length === 0 ? null : notTried,
    notes,
    objectives: [...objectives, ...listed(/^Your objectives: (.+)\.$/m)],
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

/** `- "open sack" refused, 3 times`, or `- "north" → Attic#12; last time refused`. */
function triedIn(line: string): readonly Tried[] {
  const [, command, said, times = 1] = /^- "([^"]+)" (?:→ .*?; last time )?([a-z_]+)(?:, (\d+) times)?/.exec(line) ?? []
  return command === undefined || said === undefined
    ? []
    : [{ command, outcome: said as Outcome, times: Number(times) }]
}

function walkIn(line: string): readonly (readonly [string, NamedPlace])[] {
  const [, command, name, id] = /^- "([^"]+)" → ([^#]+)#(\d+)/.exec(line) ?? []
  return command === undefined || name === undefined ? [] : [[command, { id: Number(id), name }]]
}

/** `- "east" here`, or `- "east" from Attic#12, named in the text: first "up", 3 steps away`. */
function untriedIn(line: string): readonly UntriedWay[] {
  const [way, first = null] = quoted(line)
  const [, name, id] = /" from ([^#]+)#(\d+)/.exec(line) ?? []
  const from = name === undefined ? null : { id: Number(id), name }
  const isNamed = line.includes(', named in the text')
  return way === undefined ? [] : [{ way: directionOf(way) ?? way, isNamed, from, first }]
}
