import type { Iteration } from '@shared/episode/state/episode'
import { formatDuration, formatExactCost } from '../../../kit/text/format'
import { sessionStrings } from '../../../session/strings'
import styles from './shares.module.css'
import { inspectorStrings } from '../strings'

const { figures: names, tokens, offered, notSent, forced } = inspectorStrings.request

interface RequestFiguresProps {
  readonly request: NonNullable<Iteration['request']>
  readonly response: Iteration['response']
  readonly tools: number
  /** False for the built-in explorer, which is free. */
  readonly hasPrice: boolean
}

/** Model, tokens, times and price of a call; values that the endpoint did not send are omitted. */
export function RequestFigures({ request, response, tools, hasPrice }: RequestFiguresProps) {
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
    [names.cost, response && priceOf(response.cost_usd, hasPrice)],
    [names.finish, response?.finish_reason],
    [names.toolSet, request.forced ? forced : offered(tools)],
    [names.toolChoice, request.tool_choice],
    [names.format, request.response_format],
    [names.sampling, samplingText(request.sampling)],
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

function samplingText(sampling: NonNullable<Iteration['request']>['sampling']): string {
  const sent = Object.entries(sampling).filter(([, value]) => value !== null)
  return sent.length === 0 ? notSent : sent.map(([name, value]) => `${name} ${value}`).join(', ')
}
