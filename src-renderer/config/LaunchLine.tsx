import type { McpLaunchInfo } from '@shared/contract/mcp'
import controls from '../ui/controls.module.css'
import { HostButton } from '../ui/HostButton'
import styles from './LaunchLine.module.css'
import { configStrings as words } from './strings'

interface LaunchLineProps {
  readonly info: McpLaunchInfo | null
  /** Left out where the question is asked by what is around it. */
  readonly onAgree?: (unagreed: string) => void
  readonly onWithdraw?: (agreed: string) => void
}

/** Exactly what is executed or connected to; read-only, because it is made of the fields. */
export function LaunchLine({ info, onAgree, onWithdraw }: LaunchLineProps) {
  if (info === null) return <p className={controls.hint}>{words.resolving}</p>
  const { line, folder, variables, fault, unagreed, agreed } = info
  return (
    <div className={styles.launch} role="group" aria-label={words.executes}>
      <span className={controls.label}>{words.executes}</span>
      {line !== '' && <code className={styles.line}>{line}</code>}
      {folder !== null && <span className={controls.hint}>{words.inFolder(folder)}</span>}
      {variables.length > 0 && <span className={controls.hint}>{words.withVariables(variables)}</span>}
      {fault !== null && <p className={`${controls.error} ${styles.fault}`} role="status">{fault}</p>}
      {onAgree && unagreed !== null ? (
        <Agreement said={words.unagreed} word={words.agreeHere} onPress={() => onAgree(unagreed)} isOpen />
      ) : (
        onWithdraw && agreed !== null && <Agreement said={words.agreed} word={words.withdraw} onPress={() => onWithdraw(agreed)} isOpen={false} />
      )}
    </div>
  )
}

interface AgreementProps {
  readonly said: string
  readonly word: string
  readonly onPress: () => void
  /** Nobody has agreed yet. */
  readonly isOpen: boolean
}

/** Agreed to or not, it is one button in one place: whoever pressed it is still on it when it has turned into the other. */
function Agreement({ said, word, onPress, isOpen }: AgreementProps) {
  return (
    <div className={isOpen ? styles.unagreed : styles.agreed}>
      <span className={isOpen ? undefined : controls.hint}>{said}</span>
      <HostButton className={isOpen ? controls.button : `${controls.button} ${controls.quiet}`} onClick={onPress}>{word}</HostButton>
    </div>
  )
}
