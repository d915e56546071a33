import { isComposed } from '../kit/form/typed-key'
import type { Region } from '../kit/layout/regions'
import { isMac } from '../kit/text/KeyName'
import { showNotice } from '../kit/text/notice-store'
import { focusRegion } from '../session/view/regions'
import { useView } from '../session/view/view-store'
import { type Action, actionRows, isAvailable, whyNot } from './actions'

/**
 * The keyboard listener of the window. Single keys work only outside text fields. Keys of a focused widget win: the
 * listener runs last and ignores events with a prevented default. Escape moves the focus from a text field to its
 * panel, and Enter from a search field to its results.
 */
export function listenToKeys(signal: AbortSignal): void {
  let before = ''
  // From now on, the style sheet outlines the focused panel.
  const noteKeyboard = () => document.documentElement.toggleAttribute('data-keyboard', true)
  window.addEventListener('keydown', noteKeyboard, { signal, once: true, capture: true })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || isComposed(event)) return
      const key = nameOf(event)
      // The browser closes the innermost popover.
      if (key === 'Escape' && document.querySelector(':popover-open') !== null) return
      const isChord = /^(Mod\+|(Shift\+)?F\d)/.test(key)
      if (isInText(event.target)) {
        if (key === 'Escape') leaveText(event.target)
        if (key === 'Enter' && event.target.matches('[data-search]')) enterFound(event.target)
        // Text fields handle undo themselves.
        if (!isChord || key === 'Mod+Z') return
      } else if (UNDO_KEYS.has(key)) {
        // Otherwise, the browser would undo a change in the text field that was edited last.
        event.preventDefault()
      }
      if (!isChord && isSingleLetter(key) && !useView.getState().hasSingleKeys) return
      if (!isChord && handlesKey(event.target, event.key)) return
      const meant = (keys: string) => (keymap.get(keys) ?? []).filter(reaches)
      const [both, alone] = [meant(`${before} ${key}`), meant(key)]
      if (isModalOpen() && alone.length === 0) return
      const action = both.find(isAvailable) ?? alone.find(isAvailable)
      const refusal = action ? null : refusalOf([...both, ...alone])
      before = key
      if (action === undefined && refusal === null) return
      event.preventDefault()
      before = ''
      if (refusal !== null) showNotice(refusal)
      void action?.run(event.key)
    },
    { signal },
  )
}

/**
 * The name of the pressed key, such as "Mod+K", "Shift+ArrowLeft", "G" or "?". Shift is omitted if the character
 * implies it, except with Mod, because Mod+Shift and a letter is a different chord, such as redo.
 */
function nameOf(event: KeyboardEvent): string {
  const mod = isMac() ? event.metaKey : event.ctrlKey
  if (event.altKey || (isMac() ? event.ctrlKey : event.metaKey)) return ''
  const name = event.key === ' ' ? 'Space' : event.key
  if (mod && event.shiftKey && /^[a-z]$/i.test(name)) return `Mod+Shift+${name.toUpperCase()}`
  if (mod) return `Mod+${name.length === 1 ? name.toUpperCase() : name}`
  return event.shiftKey && name.length > 1 ? `Shift+${name}` : name
}

/** Whether a key types a character, except "?". Speech input may press such a key by mistake (WCAG 2.1.4). */
const isSingleLetter = (key: string): boolean => key.length === 1 && key !== '?'

const UNDO_KEYS: ReadonlySet<string> = new Set(['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'])

/** The commands of each key; commands of a comparison come first. */
const keymap = new Map<string, Action[]>()
for (const [, action] of actionRows)
  for (const key of action.keys) keymap.set(key, [...(keymap.get(key) ?? []), action])

const refusalOf = (meant: readonly Action[]): string | null => meant.map(whyNot).find((why) => why !== null) ?? null

/** True also while a dialog is loading, because the user's keys are meant for it. */
function isModalOpen(): boolean {
  const { dialog, help } = useView.getState()
  return document.querySelector('dialog[open]') !== null || dialog !== null || help !== null
}

/** False if a dialog covers the command. */
export const reaches = ({ isOverDialogs = false }: Action): boolean =>
  isOverDialogs ? useView.getState().help === null : !isModalOpen()

function isInText(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea, select'))
  )
}

function leaveText(element: HTMLElement): void {
  const region = element.closest<HTMLElement>('[data-region]')
  if (region) region.focus()
  else element.blur()
}

function enterFound(search: HTMLElement): void {
  const { region } = search.closest<HTMLElement>('[data-region]')?.dataset ?? {}
  if (region !== undefined) focusRegion(region as Region)
}

/** Whether the target handles the key itself, as buttons and links do with Space. */
function handlesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === ' ') return target.closest('button, a, summary, [role=button], input') !== null
  return false
}
