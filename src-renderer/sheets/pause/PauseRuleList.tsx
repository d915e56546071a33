import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { useRef } from 'react'
import controls from '../../kit/controls.module.css'
import { Switch } from '../../kit/form/fields'
import styles from './PauseRulesSheet.module.css'
import { pauseStrings as words } from './strings'

const RULES = Object.keys(words.rules) as readonly (keyof PauseRules)[]
/** The rules that compare with a number, and how it is typed. */
const NUMBERS = {
  turns_without_score: { label: words.turns, step: 1, least: 1, usual: 25 },
  cost_usd: { label: words.usd, step: 0.01, least: 0.01, usual: 5 },
} as const
type NumberRule = keyof typeof NUMBERS

const isNumber = (rule: keyof PauseRules): rule is NumberRule => Object.hasOwn(NUMBERS, rule)

interface PauseRuleListProps {
  readonly rules: PauseRules
  readonly onChange: (rules: PauseRules) => void
  readonly isFirstStop?: boolean
}

/** One list of what pauses, each with its switch. */
export function PauseRuleList({ rules, onChange, isFirstStop = false }: PauseRuleListProps) {
  const change = (part: Partial<PauseRules>) => onChange({ ...rules, ...part })
  return (
    <ul>
      {RULES.map((rule, index) => {
        const isFirst = isFirstStop && index === 0
        return (
          <li key={rule} className={styles.rule}>
            {isNumber(rule) ? (
              <WithNumber rule={rule} value={rules[rule]} isFirstStop={isFirst} onChange={change} />
            ) : (
              <Switch
                label={words.rules[rule]}
                isOn={rules[rule]}
                onSwitch={(isOn) => change({ [rule]: isOn })}
                isFirstStop={isFirst}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface WithNumberProps {
  readonly rule: NumberRule
  /** 0: the rule is off. */
  readonly value: number
  readonly isFirstStop: boolean
  readonly onChange: (part: Partial<PauseRules>) => void
}

/** What is typed for a rule that is off waits in the field until it is switched on. */
function WithNumber({ rule, value, isFirstStop, onChange }: WithNumberProps) {
  const { label, step, least, usual } = NUMBERS[rule]
  const input = useRef<HTMLInputElement>(null)
  /** For one that cannot hold, the one that did is there again. */
  const readInput = (): number => {
    const field = input.current
    if (field?.validity.valid && field.valueAsNumber > 0) return field.valueAsNumber
    const before = value || usual
    if (field) field.value = String(before)
    return before
  }
  /**
   * When the field is left or sent: a number that is typed halfway would hold at once, for the agent that plays now
   * too.
   */
  const commit = () => {
    const typed = readInput()
    if (value > 0 && typed !== value) onChange({ [rule]: typed })
  }
  return (
    <>
      <Switch
        label={words.rules[rule]}
        isOn={value > 0}
        onSwitch={(isOn) => onChange({ [rule]: isOn ? readInput() : 0 })}
        isFirstStop={isFirstStop}
      />
      <input
        ref={input}
        className={`${controls.input} ${styles.number}`}
        type="number"
        aria-label={label}
        min={least}
        step={step}
        defaultValue={value || usual}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
    </>
  )
}
