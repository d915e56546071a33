import { create } from 'zustand'

type Draft = 'servers' | 'settings' | 'start' | 'fork' | 'experiment' | 'notes'
type Unsaved = Readonly<Partial<Record<Draft, boolean>>>

/** Which drafts have unsaved changes. Leaving the page loses them, and keys that are not stored. */
export const useUnsaved = create<Unsaved>()(() => ({}))

export const setUnsaved = (draft: Draft, isUnsaved: boolean): void => useUnsaved.setState({ [draft]: isUnsaved })

export const isAnyUnsaved = (drafts: Unsaved): boolean => Object.values(drafts).includes(true) || isKeyTyped()

/** Keys are in no state, only in their fields, which are empty once the key is stored. */
const isKeyTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('input[type=password]')].some(({ value }) => value !== '')
