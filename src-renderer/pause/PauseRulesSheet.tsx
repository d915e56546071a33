import type { PauseRules } from '@shared/episode/pause-rules'
import { changePauseRules } from '../store/commands'
import { useView } from '../store/view-store'
import controls from '../ui/controls.module.css'
import { Sheet } from '../ui/Sheet'
import styles from './PauseRulesSheet.module.css'
import { pauseStrings as words } from './strings'

const RULES = Object.keys(words.rules) as readonly (keyof typeof words.rules)[]
/** The rules that compare with a number, and how it is typed. */
const NUMBERS = {
  noScore: { field: 'noScoreTurns', label: words.turns, step: 1, least: 1 },
  cost: { field: 'costUsd', label: words.usd, step: 0.5, least: 0.01 },
} as const
const numberOf = (rule: keyof typeof words.rules) => (rule === 'noScore' || rule === 'cost' ? NUMBERS[rule] : null)

/** One list of what pauses, each with its switch. A change holds at once, for the agent that plays now too. */
export function PauseRulesSheet({ onClose }: { readonly onClose: () => void }) {
  const rules = useView(({ pauseRules }) => pauseRules)
  const change = (part: Partial<PauseRules>) => void changePauseRules({ ...rules, ...part })
  return (
    <Sheet title={words.title} onClose={onClose}>
      <div className={styles.body}>
        <p className={controls.hint}>{words.explanation}</p>
        <ul>
          {RULES.map((rule, index) => {
            const number = numberOf(rule)
            return (
              <li key={rule} className={styles.rule}>
                <label className={controls.check}>
                  <input type="checkbox" role="switch" checked={rules[rule]} data-first-stop={index === 0 || undefined} onChange={({ target }) => change({ [rule]: target.checked })} />
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
                    onChange={({ target }) => target.validity.valid && target.value !== '' && change({ [number.field]: target.valueAsNumber })}
                  />
                )}
              </li>
            )
          })}
        </ul>
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>{words.done}</button>
        </div>
      </div>
    </Sheet>
  )
}
