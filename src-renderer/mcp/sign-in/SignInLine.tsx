import { useStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import { HostButton } from '../../session/connection/HostButton'
import { signInStrings as words } from '../strings'
import { OpenAddress } from './OpenAddress'
import { signInRunsOf } from './sign-in-runs'
import controls from '../../kit/controls.module.css'
import styles from './sign-in.module.css'

interface SignInLineProps {
  readonly api: HostApi
  readonly server: string
  /** The status of the saved server; null if the server is not saved. */
  readonly status: McpServerStatus | null
  /** Whether a test of the server failed because a sign-in is missing. */
  readonly isNeeded: boolean
  /** The text that defines the server; null for the saved file. */
  readonly text: string | null
  readonly onDone: () => void
}

/** Signs a person in to a server or out of it; nothing for a server that needs no sign-in. */
export function SignInLine({ api, server, status, isNeeded, text, onDone }: SignInLineProps) {
  const runs = signInRunsOf(api)
  const run = useStore(runs.store, (all) => all.get(server) ?? null)
  const signIn = status?.signIn ?? { kind: 'none' }
  const begin = async () => {
    if (await runs.begin(text, server)) onDone()
  }
  if (run?.isRunning)
    return (
      <div className={styles.line}>
        <OpenAddress run={run} onCancel={() => runs.cancel(server)} />
      </div>
    )
  const failure = run?.failure ?? null
  const wantsPerson = (isNeeded && run?.isDone !== true) || signIn.kind === 'needed' || failure !== null
  if (wantsPerson)
    return (
      <div className={styles.line}>
        {failure === null ? (
          <p className={styles.text}>{words.needed}</p>
        ) : (
          <p className={`${styles.text} ${controls.error}`} role="alert">
            {failure}
          </p>
        )}
        <HostButton onClick={() => void begin()}>{words.signIn}</HostButton>
      </div>
    )
  if (signIn.kind === 'signed_in')
    return (
      <div className={styles.line}>
        <p className={styles.text}>{words.signedIn(signIn.at, signIn.since)}</p>
        <HostButton onClick={() => void runs.signOut(text, server)}>{words.signOut}</HostButton>
      </div>
    )
  return run?.note == null ? null : (
    <p className={styles.line} role="status">
      {words.signedOut(run.note)}
    </p>
  )
}
