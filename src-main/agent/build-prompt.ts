import { actorPrompt } from '@shared/agent/actor-prompt'
import { knowledgePrompt } from '@shared/agent/knowledge/slice'
import { tailOf } from '@shared/agent/tail'
import { viewOf } from '@shared/agent/view'
import type { ChatMessage } from '@shared/episode/log/chat'
import type { EpisodeState } from '@shared/episode/state/episode'
import { buildContext, type ContextOptions, grantsOf } from './build-context'
import { compactionOf, laidOutTurns } from './laid-out-context'
import { assemble, cached, type Prompt, type RestOfRequest, sizeOf, sizeOfAll, sizeOfTools, withTail } from './prompt'

/**
 * The prompt of an episode with a mind: a pure function of the state, so that every past prompt can be rebuilt from the
 * log. With the part `context`, its turns are fitted to a budget (laid-out-context.ts); without it, they are those of
 * an episode without a mind. In both cases the texts of the parts are in the tail of the newest message.
 */
export function buildPrompt(state: EpisodeState, options: ContextOptions, rest: RestOfRequest): Prompt {
  const view = viewOf(state)
  const tail = tailOf(view)
  const isLaidOut = view.mind.parts.includes('context')
  const asked = isLaidOut
    ? [cached('system', systemText(state)), ...laidOutTurns(state, compactionOf(state))]
    : withSystem(buildContext(state, options), systemText(state))
  const newest = asked.at(-1)
  const messages = newest ? [...asked.slice(0, -1), withTail(newest, tail.map(({ text }) => text).join('\n\n'))] : asked
  return {
    messages: assemble(messages, rest),
    ...(state.manifest?.mind && { sections: sectionsOf(messages, tail, rest, knowledgeIn(state).length) }),
  }
}

const withSystem = ([first, ...rest]: readonly ChatMessage[], content: string): readonly ChatMessage[] =>
  first ? [{ ...first, content }, ...rest] : []

const systemText = (state: EpisodeState): string =>
  [promptInForce(state), ...grantsOf(state.manifest), knowledgeIn(state)].filter((text) => text !== '').join('\n\n')

/** The knowledge as it was at the start of the episode, whatever the store contains now; empty if there is none. */
const knowledgeIn = ({ manifest }: EpisodeState): string => knowledgePrompt(manifest?.mind?.knowledge) ?? ''

/** The prompt in the log, if there is one: a resumed episode keeps its prompt, even if a later version has another. */
const promptInForce = (state: EpisodeState): string =>
  state.mind.prompts.findLast(({ role }) => role === 'actor')?.text ?? promptOfNow(state)

/** The system prompt of this version, with the user's text or the app's. */
export const promptOfNow = (state: EpisodeState): string => actorPrompt(state.prompt, state.manifest?.mind?.parts ?? [])

/**
 * The sizes of the sections in characters, in the order of the request. The context bar of the window uses the names.
 */
function sectionsOf(
  messages: readonly ChatMessage[],
  tail: ReturnType<typeof tailOf>,
  { instructions, tools, added }: RestOfRequest,
  knowledge: number,
): NonNullable<Prompt['sections']> {
  const [system, story, ...turns] = messages
  const inTail = messages.at(-1)?.tail?.length ?? 0
  const sizes: readonly (readonly [string, number])[] = [
    ['system', system ? sizeOf(system) - knowledge : 0],
    ['knowledge', knowledge],
    ['servers', instructions?.length ?? 0],
    ['tools', sizeOfTools(tools)],
    ['story', story ? sizeOf(story) : 0],
    ['turns', sizeOfAll(turns)],
    ...tail.map(({ name, text }) => [name, text.length] as const),
    ['this turn', sizeOfAll(added)],
  ]
  const named = sizes.filter(([, chars]) => chars > 0).map(([name, chars]) => ({ name, chars, cut: 0 }))
  // The newest message was counted with its tail, which has its own sections.
  const holder = named.find(({ name }) => name === (turns.length > 0 ? 'turns' : 'story'))
  return named.map((section) => (section === holder ? { ...section, chars: section.chars - inTail } : section))
}
