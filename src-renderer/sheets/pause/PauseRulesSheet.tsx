import { useRef } from 'react'
import type { PauseRules } from '@shared/episode/projections/pause-rules'
import { Button } from '../../kit/Button'
import { Switch } from '../../kit/form/fields'
import { typedKey } from '../../kit/form/typed-key'
import { Sheet } from '../../kit/overlay/Sheet'
import { useEpisode } from '../../session/episode/episode-store'
import { isPlayedHere, useRulesInForce } from '../../session/episode/playback/playback'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { HelpButton } from '../../session/help/Explain'
import { HELP } from '../../session/help/help-places'
import { changePauseRules } from '../../session/host/episode-commands'
import { pauseStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './PauseRulesSheet.module.css'

/** The pause rules. A change applies at once, also to a running agent. */
export function PauseRulesSheet({ onClose }: { readonly onClose: () => void }) {
  const rules = useRulesInForce()
  const id = useEpisode((episode) => episode.id)
  const isRunning = useEpisodeList((list) => isPlayedHere(list, id))
  return (
    <Sheet title={words.title} tools={<HelpButton about={words.title} at={HELP.pauseRules} />} onClose={onClose}>
      <div className={styles.body}>
        <p className={controls.hint}>{words.explanation(isRunning)}</p>
        <PauseRuleList rules={rules} onChange={(changed) => void changePauseRules(changed)} isFirstStop />
        <div className={styles.buttons}>
          <Button onClick={onClose}>{words.done}</Button>
        </div>
      </div>
    </Sheet>
  )
}

const RULES = Object.keys(words.rules) as readonly (keyof PauseRules)[]
const NUMBERS = {
  turns_without_score: { label: words.turns, step: 1, least: 1, initial: 25 },
  cost_usd: { label: words.usd, step: 0.01, least: 0.01, initial: 5 },
} as const
type NumberRule = keyof typeof NUMBERS

const isNumber = (rule: keyof PauseRules): rule is NumberRule => Object.hasOwn(NUMBERS, rule)

interface PauseRuleListProps {
  readonly rules: PauseRules
  readonly onChange: (rules: PauseRules) => void
  readonly isFirstStop?: boolean
}

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
  readonly value: number
  readonly isFirstStop: boolean
  readonly onChange: (part: Partial<PauseRules>) => void
}

/** A rule with a number. If the rule is off, a typed number stays in the field until the rule is switched on. */
function WithNumber({ rule, value, isFirstStop, onChange }: WithNumberProps) {
  const { label, step, least, initial } = NUMBERS[rule]
  const input = useRef<HTMLInputElement>(null)
  /** Returns the number in the field. Replaces an invalid number by the last valid one. */
  const readInput = (): number => {
    const field = input.current
    if (field?.validity.valid && field.valueAsNumber > 0) return field.valueAsNumber
    const before = value || initial
    if (field) field.value = String(before)
    return before
  }
  /** Applies the number on blur or submit, because a half-typed number would apply to the running agent at once. */
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
        defaultValue={value || initial}
        onBlur={commit}
        onKeyDown={(event) => typedKey(event) === 'Enter' && commit()}
      />
    </>
  )
}
