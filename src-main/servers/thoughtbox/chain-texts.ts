import type { Thought } from './thought'

/** A chain of thoughts in words. A chain is in the order of thinking, which may run backward. */

/** One line for the log. */
export const describeThought = (thought: Thought): string =>
  `[${kindOf(thought)} ${thought.thoughtNumber}/${thought.totalThoughts}] ${thought.thought}`

function kindOf({ isRevision, revisesThought, branchId, branchFromThought }: Thought): string {
  if (isRevision || revisesThought !== undefined) return `Revision of ${revisesThought ?? 'an earlier thought'}`
  return branchFromThought === undefined
    ? 'Thought'
    : `Branch ${branchId ?? ''} from ${branchFromThought}`.replace('  ', ' ')
}

/** The progress of the thinking and its latest thought. */
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

/** The whole chain as Markdown, branch after branch. */
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
