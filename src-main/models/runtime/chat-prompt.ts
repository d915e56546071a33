import { tryParseJson } from '@shared/base/json/bound-json'
import { type ChatRequestBody, RequestError, textOf } from '../../base/chat-endpoint/chat-request'
import type { NativeModel } from './native-model'

/** The request as text, rendered with the chat template in the model's file. */
export function promptOf(
  { messages, tools }: ChatRequestBody,
  template: string,
  model: Pick<NativeModel, 'render' | 'special'>,
): string {
  // Tools are included with `tool_choice: "none"` too, so that the prompt begins like the previous one.
  const offered = tools ?? []
  const values = {
    messages: joined(messages.map(templateMessage)),
    ...(offered.length > 0 && { tools: offered }),
    add_generation_prompt: true,
    // Thinking takes minutes per turn without a GPU.
    enable_thinking: false,
    bos_token: model.special.bos,
    eos_token: model.special.eos,
  }
  try {
    return model.render(template, values)
  } catch (error) {
    throw new RequestError(
      400,
      'template_refused',
      `The model's chat template refuses this request: ${reasonOf(error)}`,
    )
  }
}

/** Whether the template shows tools to the model. */
export const takesTools = (template: string): boolean => /\btools\b/.test(template)

type TemplateMessage = Readonly<Record<string, unknown>> & { readonly role: string; readonly content: string }

/** Templates know the role `system` but not `developer`, and expect the arguments of calls as values. */
function templateMessage({ role, content, tool_calls }: ChatRequestBody['messages'][number]): TemplateMessage {
  return {
    role: role === 'developer' ? 'system' : role,
    content: textOf(content),
    ...(tool_calls &&
      tool_calls.length > 0 && {
        tool_calls: tool_calls.map(({ id, function: { name, arguments: text } }) => ({
          id,
          type: 'function',
          function: { name, arguments: tryParseJson(text) ?? {} },
        })),
      }),
  }
}

/** Joins consecutive messages of the user or the system, which many templates refuse. */
function joined(messages: readonly TemplateMessage[]): readonly TemplateMessage[] {
  const result: TemplateMessage[] = []
  for (const message of messages) {
    const last = result.at(-1)
    const isSame = last?.role === message.role && ['user', 'system'].includes(message.role)
    if (last && isSame) result[result.length - 1] = { ...last, content: `${last.content}\n\n${message.content}` }
    else result.push(message)
  }
  return result
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
