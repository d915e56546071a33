import { isFailure, type Memory, placeOf } from '../memory/memory'
import type { OfferedTool } from '../memory/play-tool'
import type { Decision } from './decide'
import { describe } from './speak'

/** The arguments of a thinking tool (`think` of thoughtbox, `sequentialthinking`); their names are the tool's. */
export interface ToolThought {
  readonly thought: string
  readonly thoughtNumber: number
  readonly totalThoughts: number
  readonly nextThoughtNeeded: boolean
  readonly isRevision?: true
  readonly revisesThought?: number
  readonly branchFromThought?: number
  readonly branchId?: string
}

/** The offered thinking tool, recognized by its schema and its name after `server__`; null if there is none. */
export function findThinkTool(tools: readonly OfferedTool[]): OfferedTool | null {
  return (
    tools.find(
      ({ name, parameters }) =>
        /^(?:think|sequential_?thinking|thought)$/i.test(name.split('__').at(-1) ?? '') &&
        'thought' in propertiesOf(parameters),
    ) ?? null
  )
}

/** The arguments, without fields that the tool's schema lacks. */
export function argumentsFor(tool: OfferedTool, thought: ToolThought): string {
  const properties = propertiesOf(tool.parameters)
  return JSON.stringify(Object.fromEntries(Object.entries(thought).filter(([name]) => name in properties)))
}

const propertiesOf = ({ properties }: Readonly<Record<string, unknown>>): object =>
  typeof properties === 'object' && properties !== null ? properties : {}

/** An option is close if it has at least this share of the best utility. */
const CLOSE = 0.85

/** Thoughts before a close decision or after a failure, else none. At most four, so that the loop ends. */
export function thoughtsFor(memory: Memory, decision: Decision): readonly ToolThought[] {
  const [best, ...others] = decision.ranked
  if (decision.reflex || !best || best.distance > 0) return []
  const failed = memory.reply.action !== null && isFailure(memory.reply.outcome)
  const rival = others.find(
    ({ first, utility, goal, place }) =>
      first !== best.first && utility >= best.utility * CLOSE && (goal !== best.goal || place !== best.place),
  )
  if (!rival && !failed) return []
  const where = placeOf(memory)?.name ?? 'an unknown place'
  const steps: Omit<ToolThought, 'thoughtNumber' | 'totalThoughts' | 'nextThoughtNeeded'>[] = []
  if (failed) {
    steps.push({ thought: `The plan was "${memory.reply.action}" at ${where}.` })
    steps.push({
      thought: `It did not work: ${quote(memory.reply.text)} I will not repeat it until something changes.`,
      isRevision: true,
      revisesThought: 1,
    })
  } else
    steps.push({
      thought: `At ${where} two options are close: ${describe(memory, best)} (${best.utility.toFixed(1)}), because ${best.why}, and ${describe(memory, rival ?? best)} (${(rival ?? best).utility.toFixed(1)}).`,
    })
  if (rival)
    steps.push({
      thought: `Suppose I chose ${describe(memory, rival)} instead: ${rival.why}, ${rival.distance === 0 ? 'and it is right here' : `but it is ${rival.distance} ${rival.distance === 1 ? 'step' : 'steps'} away`}.`,
      branchFromThought: steps.length,
      branchId: 'alternative',
    })
  steps.push({ thought: `I settle on "${best.command}": ${best.why}.` })
  return steps.map((step, index) => ({
    ...step,
    thoughtNumber: index + 1,
    totalThoughts: steps.length,
    nextThoughtNeeded: index + 1 < steps.length,
  }))
}

/** The first line of a reply in quotation marks, cut to 90 characters. */
function quote(text: string): string {
  const line =
    text
      .trim()
      .split('\n')
      .find((part) => part.trim() !== '') ?? ''
  return `"${line.length > 90 ? `${line.slice(0, 87)}...` : line}"`
}
