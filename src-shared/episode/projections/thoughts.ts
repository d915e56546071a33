import type { Iteration, ToolCall, Turn } from '../state/episode'

/**
 * The thinking of a turn, in order: thoughts recorded with a thinking tool, and text beside tool calls. A thought is
 * recognized by the shape of the call (sequential thinking: `thought`, `thoughtNumber`, `totalThoughts`), not by the
 * server's name.
 */
export type ThinkingStep =
  | ({ readonly kind: 'thought'; readonly iteration: number } & Thought)
  | { readonly kind: 'model_reasoning' | 'model_text'; readonly iteration: number; readonly text: string }

export interface Thought {
  readonly callId: string
  readonly toolName: string
  readonly number: number
  readonly total: number
  readonly text: string
  readonly revises: number | null
  /** Number of the later thought that revises this one; null if none does. */
  readonly revisedIn: number | null
  readonly branchFrom: number | null
  readonly branchId: string | null
  readonly status: ToolCall['status']
}

export function thinkingOf(turn: Turn): readonly ThinkingStep[] {
  const steps = turn.iterations.flatMap(({ number: iteration, response, toolCalls }): ThinkingStep[] => {
    const said: ThinkingStep[] = []
    if (response?.reasoning) said.push({ kind: 'model_reasoning', iteration, text: response.reasoning })
    const remark = remarkOf(response)
    if (remark) said.push({ kind: 'model_text', iteration, text: remark })
    return [
      ...said,
      ...toolCalls
        .flatMap((call) => thoughtOf(call) ?? [])
        .map((thought) => ({ kind: 'thought' as const, iteration, ...thought })),
    ]
  })
  const isRevised = steps.some((step) => step.kind === 'thought' && step.revises !== null)
  return isRevised
    ? steps.map((step, index) =>
        step.kind === 'thought' ? { ...step, revisedIn: revisionOf(step.number, steps.slice(index + 1)) } : step,
      )
    : steps
}

/** Only the non-empty texts, for a search through thousands of turns. */
export function thinkingTexts({ iterations }: Pick<Turn, 'iterations'>): readonly string[] {
  const texts: string[] = []
  const add = (text: string | null | undefined) => {
    if (text) texts.push(text)
  }
  for (const { response, toolCalls } of iterations) {
    add(response?.reasoning)
    add(remarkOf(response))
    for (const { arguments: given } of toolCalls) if (isThought(given)) add(given.thought)
  }
  return texts
}

/** The text beside tool calls; null for the last reply, whose text is the answer that the action already shows. */
const remarkOf = (response: Iteration['response']): string | null =>
  response !== null && response.tool_calls.length > 0 ? response.content : null

/** Number of the last thought in `later` that revises this one; null if none does. */
function revisionOf(number: number, later: readonly ThinkingStep[]): number | null {
  const revision = later.findLast((step) => step.kind === 'thought' && step.revises === number)
  return revision?.kind === 'thought' ? revision.number : null
}

export const conclusionOf = (steps: readonly ThinkingStep[]): string | null => concludingStep(steps)?.text ?? null

export const concludingStep = (steps: readonly ThinkingStep[]): ThinkingStep | undefined =>
  steps.findLast((step) => step.kind === 'thought') ?? steps.at(-1)

/** Null if the call is not a thought. Arguments come from a model, so every field is checked. */
export function thoughtOf(call: ToolCall): Thought | null {
  const given = call.arguments
  if (!isThought(given)) return null
  const fields: Readonly<Record<string, unknown>> = { ...given }
  const count = (name: string) =>
    typeof fields[name] === 'number' && Number.isFinite(fields[name]) ? fields[name] : null
  const number = count('thoughtNumber') ?? 1
  return {
    callId: call.callId,
    toolName: call.toolName,
    number,
    total: Math.max(number, count('totalThoughts') ?? number),
    text: given.thought,
    revises: fields.isRevision === true ? count('revisesThought') : null,
    revisedIn: null,
    branchFrom: count('branchFromThought'),
    branchId: typeof fields.branchId === 'string' ? fields.branchId : null,
    status: call.status,
  }
}

export const isThought = (given: unknown): given is { readonly thought: string } =>
  typeof given === 'object' && given !== null && 'thought' in given && typeof given.thought === 'string'
