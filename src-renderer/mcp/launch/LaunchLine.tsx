import { TriangleAlert } from 'lucide-react'
import type { McpLaunchInfo, McpVariable } from '@shared/contract/mcp'
import { isNotFound } from '@shared/contract/nothing-to-run'
import { Line } from '../../kit/text/Prose'
import { HostButton } from '../../session/connection/HostButton'
import { configStrings as words } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './launch.module.css'

interface LaunchLineProps {
  readonly info: McpLaunchInfo | null
  /** Undefined inside a sheet that already asks for agreement. */
  readonly onAgree?: (unagreed: string) => void
  readonly onWithdraw?: (agreed: string) => void
}

/** Shows exactly what would be executed, or the address to connect to. */
export function LaunchLine({ info, onAgree, onWithdraw }: LaunchLineProps) {
  if (info === null) return <p className={controls.hint}>{words.resolving}</p>
  const { isRemote, line, folder, variables, envFile, fault, unagreed, agreed } = info
  return (
    <div className={styles.launch} role="group" aria-label={isRemote ? words.reaches : words.executes}>
      <span className={controls.label}>{isRemote ? words.reaches : words.executes}</span>
      {line !== '' && <code className={styles.line}>{line}</code>}
      {folder !== null && <span className={controls.hint}>{words.inFolder(folder)}</span>}
      {variables.length > 0 && (
        <Variables title={isRemote ? words.withHeaders : words.withVariables} variables={variables} />
      )}
      {envFile !== null && (
        <Variables title={words.withEnvFile(envFile.path, envFile.sha256)} variables={envFile.variables} />
      )}
      {isRemote && unagreed !== null && <p>{words.takesAlong}</p>}
      {fault !== null && (
        <p className={`${controls.error} ${styles.unstartable}`} role="status">
          <Line text={fault} />
        </p>
      )}
      {onAgree && unagreed !== null && !isNotFound(info) ? (
        <Agreement text={words.unagreed(isRemote)} word={words.agreeHere} onPress={() => onAgree(unagreed)} isOpen />
      ) : (
        onWithdraw &&
        agreed !== null && (
          <Agreement
            text={words.agreed(isRemote)}
            word={words.withdraw}
            onPress={() => onWithdraw(agreed)}
            isOpen={false}
          />
        )
      )}
    </div>
  )
}

/** One variable per line. Variables that control what is executed are marked. */
function Variables({ title, variables }: { readonly title: string; readonly variables: readonly McpVariable[] }) {
  return (
    <div className={styles.variables}>
      <span className={controls.hint}>{title}</span>
      <ul aria-label={title}>
        {variables.map(({ text, decides }) => (
          <li key={text}>
            <code className={decides ? styles.line : controls.hint}>{text}</code>
            {decides && (
              <span className={styles.decides}>
                <TriangleAlert size={12} aria-hidden />
                {words.decides}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AgreementProps {
  readonly text: string
  readonly word: string
  readonly onPress: () => void
  /** True if there is no agreement yet. */
  readonly isOpen: boolean
}

/** One button that switches between Agree and Withdraw, so that it keeps the focus. */
function Agreement({ text, word, onPress, isOpen }: AgreementProps) {
  return (
    <div className={isOpen ? styles.unagreed : styles.agreed}>
      <span className={isOpen ? undefined : controls.hint}>{text}</span>
      <HostButton {...(!isOpen && { look: 'quiet' })} onClick={onPress}>
        {word}
      </HostButton>
    </div>
  )
}
