import { useStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import { OpenAddress } from '../../mcp/sign-in/OpenAddress'
import { signInRunsOf } from '../../mcp/sign-in/sign-in-runs'
import { signInStrings as words } from '../../mcp/strings'
import { useHostApi } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { useIsPlayed } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { controlEpisode } from '../../session/host/episode-commands'
import styles from './TopBar.module.css'

/** Shown beside the reason of a pause that waits for a sign-in to an MCP server: signs in and resumes. */
export function SignInAndGoOn() {
  const api = useHostApi()
  const isPlayed = useIsPlayed() === true
  const { mode, signIn } = useEpisode(({ history }) => history.latest.control)
  if (api === null || !isPlayed || mode !== 'paused' || signIn === undefined) return null
  return <SignInTo api={api} server={signIn} />
}

function SignInTo({ api, server }: { readonly api: HostApi; readonly server: string }) {
  const runs = signInRunsOf(api)
  const run = useStore(runs.store, (all) => all.get(server) ?? null)
  const signInAndGoOn = async () => {
    if (await runs.begin(null, server)) await controlEpisode('resume')
  }
  if (run?.isRunning) return <OpenAddress run={run} onCancel={() => runs.cancel(server)} />
  return (
    <>
      {run?.failure != null && (
        <span role="alert" className={styles.failure}>
          {run.failure}
        </span>
      )}
      <HostButton onClick={() => void signInAndGoOn()}>{words.signInAndGoOn}</HostButton>
    </>
  )
}
