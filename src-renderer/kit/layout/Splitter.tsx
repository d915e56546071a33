import type { KeyboardEvent, PointerEvent } from 'react'
import { kitStrings } from '../strings'
import styles from './Splitter.module.css'

interface SplitterProps {
  readonly label: string
  /** "vertical" is a bar between columns. */
  readonly orientation: 'vertical' | 'horizontal'
  readonly value: number
  readonly min: number
  readonly max: number
  /** 1 if the panel grows when the pointer moves right or down, else -1. */
  readonly direction: 1 | -1
  /** Null resets the panel to its default size. */
  readonly onChange: (value: number | null) => void
}

const KEY_STEP = 16
/** The direction in which an arrow key moves the bar. */
const STEPS: Readonly<Record<'vertical' | 'horizontal', Readonly<Record<string, number>>>> = {
  vertical: { ArrowLeft: -1, ArrowRight: 1 },
  horizontal: { ArrowUp: -1, ArrowDown: 1 },
}

/**
 * The bar between two panels. Dragging and arrow keys move it, Home and End set the minimum and maximum size, and a
 * double click or Enter resets it.
 */
export function Splitter({ label, orientation, value, min, max, direction, onChange }: SplitterProps) {
  const set = (next: number) => onChange(Math.round(Math.min(max, Math.max(min, next))))
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const bar = event.currentTarget
    const place = (at: { clientX: number; clientY: number }) => (orientation === 'vertical' ? at.clientX : at.clientY)
    const origin = place(event)
    const follow = (at: globalThis.PointerEvent) => set(value + direction * (place(at) - origin))
    bar.setPointerCapture(event.pointerId)
    bar.addEventListener('pointermove', follow)
    bar.addEventListener('lostpointercapture', () => bar.removeEventListener('pointermove', follow), { once: true })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return onChange(null)
    }
    const by = STEPS[orientation][event.key]
    const ends: Readonly<Record<string, number>> = { Home: min, End: max }
    const end = ends[event.key]
    if (by === undefined && end === undefined) return
    event.preventDefault()
    set(end ?? value + (by ?? 0) * direction * KEY_STEP)
  }
  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      title={kitStrings.splitter}
      onDoubleClick={() => onChange(null)}
      className={styles[orientation]}
      onPointerDown={drag}
      onKeyDown={press}
    />
  )
}
