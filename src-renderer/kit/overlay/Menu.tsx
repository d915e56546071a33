import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { keyText } from '../text/KeyName'
import controls from '../controls.module.css'
import styles from './popups.module.css'

export interface MenuItem {
  readonly label: string
  readonly icon: LucideIcon
  /** A keyboard shortcut with the same effect, as named in the table of actions. */
  readonly keys?: string | undefined
  readonly why?: string | null | undefined
  readonly run: () => unknown
}

interface MenuProps {
  readonly name: string
  /** Position of the menu's corner in the window, in pixels. */
  readonly at: { readonly x: number; readonly y: number }
  /** Groups of items, separated by a line. */
  readonly groups: readonly (readonly MenuItem[])[]
  /** Called after the focus is restored. */
  readonly onClose: () => void
}

const EDGE = 8

/**
 * A context menu, as a native popover: Escape or a click outside closes it. Arrows, Home, End and first letters move
 * the focus.
 */
export function Menu({ name, at, groups, onClose }: MenuProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = ref.current
    menu?.showPopover()
    const { width = 0, height = 0 } = menu?.getBoundingClientRect() ?? {}
    menu?.style.setProperty('left', `${Math.max(EDGE, Math.min(at.x, innerWidth - width - EDGE))}px`)
    menu?.style.setProperty('top', `${Math.max(EDGE, Math.min(at.y, innerHeight - height - EDGE))}px`)
    itemsIn(menu)[0]?.focus()
  }, [at])
  const choose = ({ why, run }: MenuItem) => {
    if (why) return
    ref.current?.hidePopover()
    void run()
  }
  const move = (event: KeyboardEvent) => {
    // Shortcuts of the window are off while the menu is open.
    event.stopPropagation()
    if (event.key === 'Tab') {
      event.preventDefault()
      ref.current?.hidePopover()
      return
    }
    const items = itemsIn(ref.current)
    const here = items.findIndex((item) => item === event.target)
    const to = targetOf(event, items, here)
    if (to === undefined) return
    event.preventDefault()
    to.focus()
  }
  return (
    <div
      ref={ref}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={name}
      className={styles.menu}
      onKeyDown={move}
      onContextMenu={(event) => event.preventDefault()}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group, index) => (
          <div key={group[0]?.label} role="group" className={index === 0 ? undefined : styles.group}>
            {group.map((item) => (
              <button
                key={item.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={styles.item}
                title={item.why ?? undefined}
                aria-disabled={item.why ? true : undefined}
                aria-description={item.why ?? undefined}
                onClick={() => choose(item)}
              >
                <item.icon size={14} strokeWidth={1.75} aria-hidden />
                <span className={styles.label}>{item.label}</span>
                {item.keys !== undefined && (
                  <span className={`${controls.hint} ${styles.keys}`} aria-hidden>
                    {keyText(item.keys)}
                  </span>
                )}
              </button>
            ))}
          </div>
        ))}
    </div>
  )
}

const itemsIn = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

/** The item to focus after a key press. Arrows wrap around; a letter moves to the next item that begins with it. */
function targetOf({ key }: KeyboardEvent, items: readonly HTMLElement[], here: number): HTMLElement | undefined {
  const at = (index: number) => items.at(index % items.length)
  if (key === 'ArrowDown') return at(here + 1)
  if (key === 'ArrowUp') return at(here < 0 ? -1 : here - 1)
  if (key === 'Home') return at(0)
  if (key === 'End') return at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const after = [...items.slice(here + 1), ...items.slice(0, here + 1)]
  return after.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()))
}
