import type { KeyboardEvent, ReactNode } from 'react'
import styles from './Tabs.module.css'

interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: Readonly<Record<Id, string>>
  readonly selected: Id
  readonly onSelect: (id: Id) => void
  readonly idPrefix: string
  /** Tabs that contain tabs look different. */
  readonly isOuter?: boolean
}

/**
 * A row of tabs with a roving tabindex: arrows, Home and End move the focus and select. `TabPanel` with the same
 * `idPrefix` contains the content.
 */
export function TabList<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  idPrefix,
  isOuter = false,
}: TabsProps<Id>) {
  const ids = Object.keys(tabs) as Id[]
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = ids.indexOf(selected)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const id = ids[(to + ids.length) % ids.length] as Id
    onSelect(id)
    document.getElementById(`${idPrefix}-tab-${id}`)?.focus()
  }
  return (
    <div role="tablist" aria-label={label} className={isOuter ? styles.outer : styles.list} onKeyDown={move}>
      {ids.map((id) => (
        <button
          key={id}
          id={`${idPrefix}-tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === selected}
          aria-controls={`${idPrefix}-panel`}
          tabIndex={id === selected ? 0 : -1}
          className={styles.tab}
          onClick={() => onSelect(id)}
        >
          {tabs[id]}
        </button>
      ))}
    </div>
  )
}

interface TabPanelProps {
  readonly idPrefix: string
  readonly selected: string
  readonly children: ReactNode
}

export function TabPanel({ idPrefix, selected, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${idPrefix}-panel`}
      aria-labelledby={`${idPrefix}-tab-${selected}`}
      tabIndex={0}
      className={styles.panel}
    >
      {children}
    </div>
  )
}
