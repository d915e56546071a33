import { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'
import { facts } from '@shared/episode/log/event'
import { formatStateBlock, type StateBlock } from '@shared/episode/state/state-block'

export interface OfferedTool {
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The tool `play_action` plays one action; its answer is the game's reply (docs/servers.md, `text-adventure`). */
const isPlayTool = (name: string) => name.split('__').at(-1) === 'play_action'

export const findPlayTool = (tools: readonly OfferedTool[]): OfferedTool | null =>
  tools.find(({ name }) => isPlayTool(name)) ?? null

/** The action that a message's tool calls play; null without one. */
export function findPlayedAction(
  calls: readonly { readonly function: { readonly name: string; readonly arguments: string } }[],
): string | null {
  const call = calls.find(({ function: { name } }) => isPlayTool(name))
  if (!call) return null
  return playArguments.safeParse(tryParseJson(call.function.arguments)).data?.action ?? null
}

const playArguments = z.object({ action: z.string() })

const playAnswer = z.object({ content: z.object({ text: z.string(), ...facts.partial().shape }) })

/** Converts the result of a play tool to the state block of a prompt; returns a malformed result unchanged. */
export function blockOfAnswer(answer: string): string {
  const { data } = playAnswer.safeParse(tryParseJson(answer))
  if (!data) return answer
  const { text, location, score, moves, inventory, visible } = data.content
  const known = {
    ...(location && { location }),
    ...(score != null && { score }),
    ...(moves != null && { moves }),
    ...(inventory && { inventory }),
    ...(visible && { visible }),
  }
  return formatStateBlock({
    v: 1,
    handicap: 'L2',
    turn: 1,
    turns_left: null,
    observation: text,
    last: null,
    ...known,
  } satisfies StateBlock)
}
