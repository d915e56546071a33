import { CHARS_PER_TOKEN } from '@shared/agent/view'
import type { ChatMessage, ToolDefinition } from '@shared/episode/log/chat'
import type { Iteration } from '@shared/episode/state/episode'
import { formatDuration, formatExactCost, formatShare, formatNumber } from '../../../kit/text/format'
import { sessionStrings } from '../../../session/strings'
import { inspectorStrings } from '../strings'
import controls from '../../../kit/controls.module.css'
import styles from './request.module.css'

const { figures: names, tokens, offered, notSent, forced, shares, sharesTitle, context } = inspectorStrings.request

interface RequestFiguresProps {
  readonly request: NonNullable<Iteration['request']>
  readonly response: Iteration['response']
  /** The body as sent; undefined in older logs. */
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly tools: number
  /** False for the built-in explorer, which has no price and no sampling settings. */
  readonly isOfModel: boolean
}

/** Model, tokens, times and price of a call; values that the endpoint did not send are omitted. */
export function RequestFigures({ request, response, body, tools, isOfModel }: RequestFiguresProps) {
  const usage = response?.usage
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? null : tokens(value, usage?.estimated ?? false)
  const duration = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : formatDuration(ms))
  const figures: readonly (readonly [string, string | null | undefined])[] = [
    [names.model, response?.model ?? request.model],
    [names.input, count(usage?.input)],
    [names.cached, count(usage?.cached)],
    [names.output, count(usage?.output)],
    [names.reasoning, count(usage?.reasoning)],
    [names.firstToken, duration(response?.time_to_first_token_ms)],
    [names.total, duration(response?.duration_ms)],
    [names.cost, response && priceOf(response.cost_usd, isOfModel)],
    [names.finish, response?.finish_reason],
    [names.toolSet, request.forced ? forced : offered(tools)],
    [names.toolChoice, request.tool_choice],
    [names.format, request.response_format],
    [names.sampling, isOfModel ? samplingText(body ?? request.sampling) : null],
  ]
  return (
    <dl className={styles.figures} title={usage?.estimated ? sessionStrings.facts.estimatedHint : undefined}>
      {figures.map(
        ([name, value]) =>
          value && (
            <div key={name} className={styles.figure}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function priceOf(usd: number | null, hasPrice: boolean): string | null {
  if (usd !== null) return formatExactCost(usd)
  return hasPrice ? sessionStrings.facts.costUnknown : null
}

/**
 * Sampling settings in a request body. Unsupported ones are missing; some providers have other names for two of them.
 */
const SAMPLING_KEYS = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'max_tokens',
  'max_completion_tokens',
  'seed',
  'random_seed',
  'reasoning_effort',
]

function samplingText(body: Readonly<Record<string, unknown>>): string {
  const sent = SAMPLING_KEYS.filter((key) => (body[key] ?? null) !== null)
  return sent.length === 0 ? notSent : sent.map((key) => `${key} ${String(body[key])}`).join(', ')
}

type Part = keyof typeof shares
const PARTS = Object.keys(shares) as readonly Part[]

interface RequestSharesProps {
  readonly messages: readonly ChatMessage[]
  readonly tools: readonly ToolDefinition[]
}

/**
 * Shares of the parts of a request by text length, because the number of tokens is known only for the whole request.
 */
export function RequestShares({ messages, tools }: RequestSharesProps) {
  const lengths = lengthsOf(messages, tools)
  const total = PARTS.reduce((sum, part) => sum + lengths[part], 0)
  const shown = PARTS.filter((part) => lengths[part] > 0)
  return (
    <figure className={styles.shares}>
      <figcaption className={controls.hint}>{sharesTitle}</figcaption>
      <div className={styles.shareBar} aria-hidden>
        {shown.map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: lengths[part] }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {shown.map((part) => (
          <li key={part}>
            <span className={styles.key} data-part={part} aria-hidden />
            {shares[part]} {formatShare(lengths[part] / total)}
          </li>
        ))}
      </ul>
    </figure>
  )
}

function lengthsOf(messages: readonly ChatMessage[], tools: readonly ToolDefinition[]): Record<Part, number> {
  const definitions = tools.length === 0 ? 0 : JSON.stringify(tools).length
  const lengths: Record<Part, number> = { system: 0, notes: 0, history: 0, tools: 0, definitions }
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

function partOf({ role, tool_calls: calls = [] }: ChatMessage): Part {
  if (role === 'system') return 'system'
  return role === 'tool' || calls.length > 0 ? 'tools' : 'history'
}

interface ContextSharesProps {
  readonly sections: NonNullable<NonNullable<Iteration['request']>['sections']>
  readonly usage: NonNullable<Iteration['response']>['usage'] | undefined
}

/**
 * The sections of a request with their sizes, the omitted parts, and the share that the endpoint had cached. The number
 * of tokens is known only for the whole request; that of a section is estimated from its characters.
 */
export function ContextShares({ sections, usage }: ContextSharesProps) {
  const total = sections.reduce((sum, { chars }) => sum + chars, 0)
  if (total === 0) return null
  const tokens = usage?.input ?? total / CHARS_PER_TOKEN
  const cached = usage?.cached != null && usage.input ? Math.min(1, usage.cached / usage.input) : null
  const hasCut = sections.some(({ cut }) => cut > 0)
  return (
    <figure className={styles.shares}>
      <figcaption className={controls.hint}>{context.title}</figcaption>
      <div aria-hidden>
        <div className={styles.shareBar}>
          {sections.map(({ name, chars }) => (
            <span key={name} data-part={colorOf(name)} style={{ flexGrow: chars }} />
          ))}
        </div>
        {cached !== null && <div className={styles.cached} style={{ width: `${cached * 100}%` }} />}
      </div>
      {cached !== null && <p className={controls.hint}>{context.cached(formatShare(cached))}</p>}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{context.section}</th>
            <th scope="col">{context.tokens}</th>
            <th scope="col">{context.share}</th>
            {hasCut && <th scope="col">{context.cut}</th>}
          </tr>
        </thead>
        <tbody>
          {sections.map(({ name, chars, cut }) => (
            <tr key={name}>
              <th scope="row">
                <span className={styles.key} data-part={colorOf(name)} aria-hidden />
                {isSection(name) ? context.sections[name] : name}
              </th>
              <td>{context.about(formatNumber((tokens * chars) / total))}</td>
              <td>{formatShare(chars / total)}</td>
              {hasCut && <td data-cut={cut > 0 || undefined}>{cut > 0 ? context.characters(cut) : '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

type Section = keyof typeof context.sections
const isSection = (name: string): name is Section => Object.hasOwn(context.sections, name)

/** The part whose color is used for a section. */
const colorOf = (name: string): string => COLORS[name] ?? 'notes'
const COLORS: Readonly<Record<string, string>> = {
  system: 'system',
  knowledge: 'system',
  servers: 'system',
  tools: 'definitions',
  story: 'story',
  turns: 'history',
  'this turn': 'tools',
}
