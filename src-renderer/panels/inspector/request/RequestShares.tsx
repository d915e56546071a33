import type { ChatMessage, ToolDefinition } from '@shared/episode/log/chat'
import { formatShare } from '../../../kit/text/format'
import styles from './shares.module.css'
import { inspectorStrings } from '../strings'

const { shares: names, sharesTitle } = inspectorStrings.request
type Part = keyof typeof names
const PARTS = Object.keys(names) as readonly Part[]

/** Parts of a request by text length, because tokens are known for the whole only. */
export function RequestShares({
  messages,
  tools,
}: {
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[]
}) {
  const lengths = lengthsOf(messages, tools)
  const total = PARTS.reduce((sum, part) => sum + lengths[part], 0)
  const shown = PARTS.filter((part) => lengths[part] > 0)
  return (
    <figure className={styles.shares}>
      <figcaption className={styles.caption}>{sharesTitle}</figcaption>
      <div className={styles.bar} aria-hidden>
        {shown.map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: lengths[part] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {shown.map((part) => (
          <li key={part}>
            <span className={styles.key} data-part={part} aria-hidden />
            {names[part]} {formatShare(lengths[part] / total)}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function partOf({ role, tool_calls: calls = [] }: ChatMessage): Part {
  if (role === 'system') return 'system'
  return role === 'tool' || calls.length > 0 ? 'tools' : 'history'
}

function lengthsOf(messages: readonly ChatMessage[], tools: readonly ToolDefinition[]): Record<Part, number> {
  const lengths: Record<Part, number> = {
    system: 0,
    notes: 0,
    history: 0,
    tools: 0,
    definitions: tools.length === 0 ? 0 : JSON.stringify(tools).length,
  }
  const newestUser = messages.findLastIndex(({ role }) => role === 'user')
  for (const [index, message] of messages.entries()) {
    const { content, tail, tool_calls: calls = [] } = message
    const part = index === newestUser ? 'notes' : partOf(message)
    lengths[part] +=
      (content?.length ?? 0) +
      (tail?.length ?? 0) +
      calls.reduce((sum, call) => sum + call.function.name.length + call.function.arguments.length, 0)
  }
  return lengths
}
