import type { PauseRules } from '@shared/episode/pause-rules'
import controls from '../../kit/controls.module.css'
import styles from './PauseRulesSheet.module.css'
import { pauseStrings as words } from './strings'

const RULES = Object.keys(words.rules) as readonly (keyof typeof words.rules)[]
/** The rules that compare with a number, and how it is typed. */
const NUMBERS = {
  noScore: { field: 'noScoreTurns', label: words.turns, step: 1, least: 1 },
  cost: { field: 'costUsd', label: words.usd, step: 0.01, least: 0.01 },
} as const
const numberOf = (rule: keyof typeof words.rules) => (rule === 'noScore' || rule === 'cost' ? NUMBERS[rule] : null)

/** One list of what pauses, each with its switch. */
export function PauseRuleList({
  rules,
  onChange,
  isFirstStop = false,
}: {
  readonly rules: PauseRules
  readonly onChange: (rules: PauseRules) => void
  readonly isFirstStop?: boolean
}) {
  const change = (part: Partial<PauseRules>) => onChange({ ...rules, ...part })
  /**
   * When the field is left or sent: a number that is typed halfway would hold at once, for the agent that plays now
   * too. For one that cannot hold, the one that does is there again.
   */
  const commit = (field: 'noScoreTurns' | 'costUsd', input: HTMLInputElement) => {
    if (input.validity.valid && input.valueAsNumber > 0) change({ [field]: input.valueAsNumber })
    else input.value = String(rules[field])
  }
  return (
    <ul>
      {RULES.map((rule, index) => {
        const number = numberOf(rule)
        return (
          <li key={rule} className={styles.rule}>
            <label className={controls.check}>
              <input
                type="checkbox"
                role="switch"
                checked={rules[rule]}
                data-first-stop={(isFirstStop && index === 0) || undefined}
                onChange={({ target }) => change({ [rule]: target.checked })}
              />
              <span>{words.rules[rule]}</span>
            </label>
            {number && (
              <input
                className={`${controls.input} ${styles.number}`}
                type="number"
                aria-label={number.label}
                min={number.least}
                step={number.step}
                defaultValue={rules[number.field]}
                onBlur={({ currentTarget }) => commit(number.field, currentTarget)}
                onKeyDown={({ key, currentTarget }) => key === 'Enter' && commit(number.field, currentTarget)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
