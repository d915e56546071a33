import { changePauseRules } from '../../session/host/commands'
import { useRulesInForce } from '../../session/episode/playback/playback'
import controls from '../../kit/controls.module.css'
import { Sheet } from '../../kit/overlay/Sheet'
import { PauseRuleList } from './PauseRuleList'
import styles from './PauseRulesSheet.module.css'
import { pauseStrings as words } from './strings'

/** The pause rules. Changes apply at once, also to the running agent. */
export function PauseRulesSheet({ onClose }: { readonly onClose: () => void }) {
  const rules = useRulesInForce()
  return (
    <Sheet title={words.title} onClose={onClose}>
      <div className={styles.body}>
        <p className={controls.hint}>{words.explanation}</p>
        <PauseRuleList rules={rules} onChange={(changed) => void changePauseRules(changed)} isFirstStop />
        <div className={styles.buttons}>
          <button type="button" className={controls.button} onClick={onClose}>
            {words.done}
          </button>
        </div>
      </div>
    </Sheet>
  )
}
