import { basename } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import { z } from 'zod'
import { keptJson } from './kept-json'

const MAX_RECENT = 10

export interface RecentFiles {
  readonly add: (path: string) => void
  readonly menuItem: () => MenuItemConstructorOptions
}

/** The last opened stories and episodes, newest first, in a menu that is the same on all systems. */
export function openRecentFiles(file: string, open: (path: string) => void, onChange: () => void): RecentFiles {
  const kept = keptJson(file, z.array(z.string().max(4096)).max(MAX_RECENT), [])
  const change = (paths: readonly string[]) => {
    kept.set([...paths])
    onChange()
  }
  return {
    add: (path) => change([path, ...kept.get().filter((other) => other !== path)].slice(0, MAX_RECENT)),
    menuItem: () => ({
      label: 'Open Recent',
      enabled: kept.get().length > 0,
      submenu: [
        ...kept.get().map((path) => ({ label: basename(path), toolTip: path, click: () => open(path) })),
        { type: 'separator' },
        { label: 'Clear', click: () => change([]) },
      ],
    }),
  }
}
