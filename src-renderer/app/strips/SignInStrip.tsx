import { useStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import { Strip } from '../../kit/layout/Strip'
import { OpenAddress } from '../../mcp/sign-in/OpenAddress'
import { signInRunsOf } from '../../mcp/sign-in/sign-in-runs'
import { signInStrings as words } from '../../mcp/strings'
import { useHostApi } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { useIsPlayed } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { controlEpisode } from '../../session/host/commands'

/** The open episode waits for a sign-in to an MCP server: signs in and goes on. */
export function SignInStrip() {
  const api = useHostApi()
  const isPlayed = useIsPlayed() === true
  const control = useEpisode(({ history }) => history.latest.control)
  if (api === null || !isPlayed || control.mode !== 'paused' || control.signIn === undefined) return null
  return <OpenSignIn api={api} server={control.signIn} reason={control.reason ?? ''} />
}

interface OpenSignInProps {
  readonly api: HostApi
  readonly server: string
  readonly reason: string
}

function OpenSignIn({ api, server, reason }: OpenSignInProps) {
  const runs = signInRunsOf(api)
  const run = useStore(runs.store, (all) => all[server] ?? null)
  const signInAndGoOn = async () => {
    if (await runs.begin(null, server)) await controlEpisode('resume')
  }
  return (
    <Strip text={run?.failure ?? reason}>
      {run?.isRunning ? (
        <OpenAddress run={run} onCancel={() => runs.cancel(server)} />
      ) : (
        <HostButton onClick={() => void signInAndGoOn()}>{words.signInAndGoOn}</HostButton>
      )}
    </Strip>
  )
}
