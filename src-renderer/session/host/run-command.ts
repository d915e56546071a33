import type { HostApi } from '@shared/contract/contract'
import { hostApi, reachHost, useConnection, failureOf, refusalOf } from '../connection/connection-store'
import { useEpisode } from '../episode/episode-store'
import { setView } from '../view/view-store'

/** Runs a command. Shows a failure in the window and never throws. */
export async function runCommand(command: (api: HostApi) => Promise<unknown>): Promise<void> {
  const api = hostApi()
  if (api === null) return useConnection.getState().tryNow()
  setView({ failure: null })
  await command(api).catch((error: unknown) => setView({ failure: failureOf(error) }))
}

/** Runs a command for a form. Resolves to null, or to the reason of a failure, which the form shows. */
export async function submit(command: (api: HostApi) => Promise<unknown>): Promise<string | null> {
  try {
    await command(reachHost())
    return null
  } catch (error) {
    return refusalOf(error)
  }
}

export const runForOpenEpisode = (command: (api: HostApi, episodeId: string) => Promise<unknown>) =>
  runCommand(async (api) => {
    const { id } = useEpisode.getState()
    if (id !== null) await command(api, id)
  })
