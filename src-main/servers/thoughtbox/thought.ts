/** One step of a chain, with the classic input of thoughtbox and sequential-thinking. */
export interface Thought {
  readonly thought: string
  readonly nextThoughtNeeded: boolean
  readonly thoughtNumber: number
  readonly totalThoughts: number
  readonly isRevision?: boolean
  readonly revisesThought?: number
  readonly branchFromThought?: number
  readonly branchId?: string
  readonly needsMoreThoughts?: boolean
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
/** A whole number from 1. */
const count = { type: 'integer' } as const

/** Models know this form; descriptions would cost a hundred tokens in every request. */
export const THOUGHT_SCHEMA = {
  type: 'object',
  properties: {
    thought: text,
    nextThoughtNeeded: flag,
    thoughtNumber: count,
    totalThoughts: count,
    isRevision: flag,
    revisesThought: count,
    branchFromThought: count,
    branchId: text,
    needsMoreThoughts: flag,
  },
  required: ['thought', 'nextThoughtNeeded', 'thoughtNumber', 'totalThoughts'],
} as const

/** Reads a thought, without unknown fields. `known`: numbers of earlier ones. Throws an Error with all faults. */
export function readThought(given: Readonly<Record<string, unknown>>, known: ReadonlySet<number>): Thought {
  const required: readonly string[] = THOUGHT_SCHEMA.required
  const names = Object.keys(THOUGHT_SCHEMA.properties) as (keyof typeof THOUGHT_SCHEMA.properties)[]
  const faults = names.flatMap((name) => {
    const value = given[name]
    if (value === undefined) return required.includes(name) ? [`${name}: is missing`] : []
    const why = faultOf(THOUGHT_SCHEMA.properties[name].type, value)
    return why === null ? [] : [`${name}: ${why}`]
  })
  if (faults.length > 0) throw new Error(faults.join('; '))
  const thought = Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  ) as unknown as Thought
  checkReferences(thought, known)
  return { ...thought, totalThoughts: Math.max(thought.totalThoughts, thought.thoughtNumber) }
}

function faultOf(type: string, value: unknown): string | null {
  if (type !== 'integer') return typeof value === type ? null : `must be a ${type}, not ${describe(value)}`
  return Number.isSafeInteger(value) && (value as number) >= 1
    ? null
    : `must be a whole number from 1 on, not ${describe(value)}`
}

function describe(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value)
}

function checkReferences(
  { isRevision, revisesThought, branchFromThought, branchId }: Thought,
  known: ReadonlySet<number>,
): void {
  const there =
    known.size === 0
      ? 'there are none yet'
      : `the thoughts so far are ${[...known].toSorted((a, b) => a - b).join(', ')}`
  if (isRevision === false && revisesThought !== undefined)
    throw new Error('revisesThought: names a thought, but isRevision is false')
  if (revisesThought !== undefined && !known.has(revisesThought))
    throw new Error(`revisesThought: there is no thought ${revisesThought}; ${there}`)
  if (branchFromThought !== undefined && !known.has(branchFromThought))
    throw new Error(`branchFromThought: there is no thought ${branchFromThought}; ${there}`)
  if (branchId !== undefined && branchFromThought === undefined) throw new Error('branchId: needs branchFromThought')
}

export const describeThought = (thought: Thought): string =>
  `[${kindOf(thought)} ${thought.thoughtNumber}/${thought.totalThoughts}] ${thought.thought}`

function kindOf({ isRevision, revisesThought, branchId, branchFromThought }: Thought): string {
  if (isRevision || revisesThought !== undefined) return `Revision of ${revisesThought ?? 'an earlier thought'}`
  return branchFromThought === undefined
    ? 'Thought'
    : `Branch ${branchId ?? ''} from ${branchFromThought}`.replace('  ', ' ')
}

export function summarizeChain(chain: readonly Thought[]): string {
  const last = chain.at(-1)
  if (!last) return 'No thoughts yet.\n'
  const branches = [...new Set(chain.flatMap(({ branchId }) => branchId ?? []))]
  const count = (is: (thought: Thought) => boolean) => chain.filter(is).length
  return [
    `Thoughts: ${chain.length}, of ${last.totalThoughts} expected`,
    `Revisions: ${count(({ isRevision, revisesThought }) => isRevision === true || revisesThought !== undefined)}`,
    `Branches: ${branches.join(', ') || 'none'}`,
    `Direction: ${isBackward(chain) ? 'backward, from the goal' : 'forward'}`,
    `${last.nextThoughtNeeded ? 'Latest' : 'Conclusion'}: ${last.thought}`,
    '',
  ].join('\n')
}

/** Whether the thoughts were numbered backward, from the goal. A chain has the order in which they were written. */
function isBackward(chain: readonly Thought[]): boolean {
  const main = chain.filter(
    ({ branchFromThought, revisesThought, isRevision }) =>
      branchFromThought === undefined && revisesThought === undefined && !isRevision,
  )
  return (
    main.length > 1 &&
    main.every(({ thoughtNumber }, index) => index === 0 || thoughtNumber < (main[index - 1]?.thoughtNumber ?? 0))
  )
}

export function exportChain(chain: readonly Thought[]): string {
  const branchOf = ({ branchFromThought, branchId }: Thought) =>
    branchFromThought === undefined ? null : (branchId ?? `from ${branchFromThought}`)
  const sections = [...new Set(chain.map(branchOf))].map((branch) => {
    const steps = chain
      .filter((thought) => branchOf(thought) === branch)
      .map(
        (thought) => `${thought.thoughtNumber}. ${revisionNote(thought)}${thought.thought.replaceAll('\n', '\n   ')}`,
      )
    return `## ${branch === null ? 'Main line' : `Branch ${branch}`}\n\n${steps.join('\n')}\n`
  })
  return ['# Chain of thoughts\n', ...sections].join('\n')
}

function revisionNote({ isRevision, revisesThought }: Thought): string {
  if (revisesThought !== undefined) return `(revises ${revisesThought}) `
  return isRevision ? '(a revision) ' : ''
}
