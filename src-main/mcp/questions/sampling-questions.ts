import type { AnswerContent, FlatInput, QuestionField } from '@shared/base/form/form-field'
import { visibleLine, visibleText } from '@shared/base/visible-text'
import type { ChatMessage } from '@shared/episode/log/chat'
import { BadForm } from './elicitation-form'
import type { Asking, AskPerson } from './questions'
import type { SampledReply } from './sampling'

/**
 * Questions about a server's request for the episode's model. The user sees prompt and reply, and may change or refuse
 * both (MCP revision 2025-11-25, "Sampling", user interaction model).
 */

const MAX_MESSAGES = 50
const MAX_CHARACTERS = 100_000
/**
 * The field that gives consent for the rest of the episode. Without it, a server that samples in each turn would
 * interrupt the user each time.
 */
export const ALLOW_FOR_EPISODE = 'ask no more'

type SamplingQuestion = Omit<Asking, 'server' | 'turn'>

/** The question about a prompt. Throws `BadForm` if it is too long to review. */
export function promptQuestion(messages: readonly ChatMessage[], model: string, maxTokens: number): SamplingQuestion {
  if (messages.length > MAX_MESSAGES)
    throw new BadForm(`it sends the model ${messages.length} messages; at most ${MAX_MESSAGES} are allowed`)
  const length = lengthOf(messages.map(({ content }) => content ?? ''))
  if (length > MAX_CHARACTERS)
    throw new BadForm(`it sends the model ${length} characters; at most ${MAX_CHARACTERS} are allowed`)
  const fields = messages.map((message, index): QuestionField => ({
    name: String(index),
    title: TITLES[message.role],
    description: '',
    isRequired: true,
    input: longText(message.content ?? ''),
  }))
  return {
    kind: 'prompt',
    message: `${visibleLine(model, 200)}, at most ${maxTokens} tokens`,
    fields: [
      ...fields,
      {
        name: ALLOW_FOR_EPISODE,
        title: 'Ask no more in this episode',
        description: '',
        isRequired: false,
        input: { kind: 'boolean', fallback: false },
      },
    ],
  }
}

const TITLES: Readonly<Record<ChatMessage['role'], string>> = {
  system: 'System prompt',
  user: 'As the user',
  assistant: 'As the model',
  tool: 'As a tool',
}

export const promptOf = (messages: readonly ChatMessage[], content: AnswerContent): ChatMessage[] =>
  messages.map((message, index) => ({ ...message, content: given(content[String(index)], message.content ?? '') }))

/** The question about a reply. Throws `BadForm` if it is too long to review. */
export function replyQuestion({ text, model }: SampledReply): SamplingQuestion {
  if (lengthOf([text]) > MAX_CHARACTERS)
    throw new BadForm(`the model's reply is longer than ${MAX_CHARACTERS} characters`)
  return {
    kind: 'reply',
    message: visibleLine(model, 200),
    fields: [{ name: 'reply', title: 'Reply', description: '', isRequired: true, input: longText(text) }],
  }
}

/** The length of the texts as shown, in characters; the raw length if that is already too long. */
function lengthOf(texts: readonly string[]): number {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return length > MAX_CHARACTERS ? length : texts.reduce((sum, text) => sum + visibleText(text).length, 0)
}

export const replyOf = ({ text }: SampledReply, content: AnswerContent): string => given(content.reply, text)

/**
 * The user's text. If it is unchanged, the original, because the shown text has codes in place of hidden characters.
 */
const given = (answer: AnswerContent[string] | undefined, original: string): string =>
  typeof answer === 'string' && answer !== visibleText(original) ? answer : original

const longText = (text: string): FlatInput => ({
  kind: 'text',
  format: null,
  minLength: 0,
  maxLength: MAX_CHARACTERS,
  isLong: true,
  isSecret: false,
  fallback: visibleText(text),
})

const SAMPLING: ReadonlySet<Asking['kind']> = new Set(['prompt', 'reply'])

/**
 * After an answer with `ALLOW_FOR_EPISODE`, accepts the sampling requests of that server without asking. All other
 * questions are always asked.
 */
export function withRememberedConsent(ask: AskPerson): AskPerson {
  const unasked = new Set<string>()
  return async (asking, signal) => {
    if (SAMPLING.has(asking.kind) && unasked.has(asking.server)) return { action: 'accept', content: {} }
    const answer = await ask(asking, signal)
    if (answer.action === 'accept' && asking.kind === 'prompt' && answer.content[ALLOW_FOR_EPISODE] === true)
      unasked.add(asking.server)
    return answer
  }
}
