import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** Each window writes only the settings that changed in it. Unreadable or denied storage counts as empty. */
export function mergingStorage<Settings extends object>(): PersistStorage<Settings> {
  /** The values that this window last read or wrote. */
  let known: Partial<Settings> = {}
  return {
    getItem(name) {
      const stored = read<Settings>(name)
      known = stored?.state ?? {}
      return stored
    },
    setItem(name, { state, version }) {
      const changed = entriesOf(state).filter(([field, value]) => value !== known[field])
      known = state
      if (changed.length === 0) return
      const stored = read<Settings>(name)
      const others = stored?.version === version ? stored?.state : {}
      write(name, { state: { ...state, ...others, ...Object.fromEntries(changed) }, version })
    },
    removeItem: (name) => localStorage.removeItem(name),
  }
}

const entriesOf = <Settings extends object>(settings: Settings) =>
  Object.entries(settings) as [keyof Settings, unknown][]

function read<Settings>(name: string): StorageValue<Settings> | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as StorageValue<Settings> | null
  } catch {
    return null
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value))
  } catch {
    // Without storage, the settings last only as long as the window.
  }
}
