import { create } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { StartMemory, StartParams } from '@shared/contract/start'
import type { Story } from '@shared/contract/stories'
import { failureOf } from '../connection/connection-store'
import { setUnsaved } from '../view/unsaved'
import { setView, useView } from '../view/view-store'
import { useEpisodeList } from './episodes-store'

/** Stored choices for a start. `memory` is null until received, or if they cannot be read. */
interface StartState {
  readonly memory: StartMemory | null
  /**
   * Choices that were made in the start sheet and not used for a start. They outlive the sheet, but not the window.
   * Null: the choices of the last start.
   */
  readonly draft: StartParams | null
}

export const useStart = create<StartState>()(() => ({ memory: null, draft: null }))

useStart.subscribe(({ draft }) => setUnsaved('start', draft !== null))

/**
 * Reads the choices for a start, and the players that the current settings allow. If a file cannot be read, the failure
 * is shown and the sheet begins with the defaults.
 */
export async function readStart(api: HostApi): Promise<void> {
  try {
    useStart.setState({ memory: await api.readStart({}) })
    useEpisodeList.setState({ appInfo: await api.getAppInfo({}) })
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== null) setView({ failure })
  }
}

const DEFAULT_RUN: StartParams = { game: 'glass-weather', player: 'explorer' }

/** The choices of the last start with the current pause rules; without a start, those of the settings. */
export function lastRun(): StartParams {
  const { memory } = useStart.getState()
  if (memory?.last) return { ...memory.last, pauseRules: useView.getState().pauseRules }
  return memory?.defaults ?? DEFAULT_RUN
}

/** The chosen story, or a bundled one if it is gone. */
export const storyToStart = ({ game }: StartParams, stories: readonly Story[]): Story | undefined =>
  stories.find(({ id }) => id === game) ?? stories.find(({ bundled }) => bundled) ?? stories[0]

export function openStartSheet(changes: Partial<StartParams> = {}): void {
  if (Object.keys(changes).length > 0)
    useStart.setState(({ draft }) => ({ draft: { ...(draft ?? lastRun()), ...changes } }))
  setView({ dialog: 'newEpisode', dialogBefore: null })
}
