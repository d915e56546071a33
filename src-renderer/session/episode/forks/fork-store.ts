import type { ForkParams } from '@shared/contract/episodes'
import { create } from 'zustand'
import { setView } from '../../view/view-store'
import type { Playhead } from '../playhead'

/** What changes in a fork; absent fields stay as in the parent. */
export type ForkChoices = Pick<
  ForkParams,
  'turn' | 'turnLimit' | 'title' | 'player' | 'model' | 'baseUrl' | 'prompt' | 'sampling' | 'mcp' | 'mind' | 'seed'
>

/** The last fork made in this window, and the playhead of its parent. */
export interface MadeFork {
  readonly id: string
  readonly parentId: string
  readonly turn: number
  readonly playhead: Playhead
  /** Made to repeat the turn after `turn`; `isPaused` if its parent is paused meanwhile. */
  readonly answersAgain?: { readonly isPaused: boolean }
}

interface Forks {
  /** Choices in the fork sheet that were not submitted; they outlive the sheet. */
  readonly draft: { readonly parentId: string; readonly choices: ForkChoices } | null
  /** Until it is dismissed or undone, or another fork is made. */
  readonly made: MadeFork | null
}

export const useForks = create<Forks>()(() => ({ draft: null, made: null }))

/** Opens the sheet for a fork after `turn`, with its draft. */
export function openForkSheet(parentId: string, turn: number): void {
  useForks.setState(({ draft }) => ({
    draft: { parentId, choices: { ...(draft?.parentId === parentId && draft.choices), turn } },
  }))
  setView({ dialog: 'fork' })
}
