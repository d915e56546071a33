import type { ForkParams } from '@shared/contract/episodes'
import { create } from 'zustand'
import { setView } from '../view/view-store'
import type { Playhead } from './playhead'

/** What is to be otherwise in a fork; what is not named is as it was. */
export type ForkChoices = Pick<
  ForkParams,
  'turn' | 'turnLimit' | 'title' | 'player' | 'model' | 'baseUrl' | 'prompt' | 'sampling' | 'mcp' | 'mind' | 'seed'
>

/** The fork that was made last from this window, and where the reader was before. */
export interface MadeFork {
  readonly id: string
  readonly parentId: string
  readonly turn: number
  readonly playhead: Playhead
  /** Made for the agent to answer the turn after `turn` again; `isPaused` if the episode it is from waits meanwhile. */
  readonly answersAgain?: { readonly isPaused: boolean }
}

interface Forks {
  /** What the reader chose in the sheet for a fork of this episode and has not forked: it outlives the sheet. */
  readonly draft: { readonly parentId: string; readonly choices: ForkChoices } | null
  /** Until it is waved away or undone, or another is made. */
  readonly made: MadeFork | null
}

export const useForks = create<Forks>()(() => ({ draft: null, made: null }))

/** Opens the sheet for a fork from after `turn`, with what was chosen in it before. */
export function openForkSheet(parentId: string, turn: number): void {
  useForks.setState(({ draft }) => ({
    draft: { parentId, choices: { ...(draft?.parentId === parentId && draft.choices), turn } },
  }))
  setView({ dialog: 'fork' })
}
