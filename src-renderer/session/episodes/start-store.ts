import type { HostApi } from '@shared/contract/contract'
import type { StartMemory, StartParams } from '@shared/contract/start'
import type { Story } from '@shared/contract/stories'
import { create } from 'zustand'
import { failureOf } from '../connection/refusal'
import { setView } from '../view/view-store'

/** What the host remembers for the start of an episode; null until it has said so, or if it cannot read it. */
interface Start {
  readonly memory: StartMemory | null
  /**
   * What the reader chose in the start sheet, or opened it for, and has not started: it outlives the sheet, and is gone
   * with the window. Null: what was chosen last.
   */
  readonly draft: StartParams | null
}

export const useStart = create<Start>()(() => ({ memory: null, draft: null }))

/** A file that cannot be read keeps nobody from playing: it is told, and the sheet begins with what is usual. */
export async function readStart(api: HostApi): Promise<void> {
  try {
    useStart.setState({ memory: await api.readStart({}) })
  } catch (error) {
    const failure = failureOf(error)
    if (failure !== null) setView({ failure })
  }
}

const USUAL: StartParams = { game: 'glass-weather', player: 'explorer' }

/** What is started without a question: the choices of the last time, else those of the settings. */
export const lastRun = (): StartParams =>
  useStart.getState().memory?.last ?? useStart.getState().memory?.defaults ?? USUAL

/** The bundled story, if the one that was chosen is gone. */
export const storyToStart = ({ game }: StartParams, stories: readonly Story[]): Story | undefined =>
  stories.find(({ id }) => id === game) ?? stories.find(({ bundled }) => bundled) ?? stories[0]

export function openStartSheet(wanted: Partial<StartParams> = {}): void {
  if (Object.keys(wanted).length > 0)
    useStart.setState(({ draft }) => ({ draft: { ...(draft ?? lastRun()), ...wanted } }))
  setView({ dialog: 'newEpisode' })
}
