import { Menu, type MenuItemConstructorOptions, Tray } from 'electron'
import { z } from 'zod'
import { keptJson } from './kept-json'

interface BackgroundOptions {
  readonly choiceFile: string
  readonly icon: string
  readonly showWindow: () => void
  readonly quit: () => void
}

export interface Background {
  /** Whether the user wants episodes to continue without a window. */
  readonly isWanted: () => boolean
  readonly menuItem: () => MenuItemConstructorOptions
  /** After the last window was closed: an icon in the tray leads back. macOS has the Dock. */
  readonly enter: () => void
  /** Before a window opens. */
  readonly leave: () => void
}

export function openBackground({ choiceFile, icon, showWindow, quit }: BackgroundOptions): Background {
  const kept = keptJson(choiceFile, z.object({ keepsRunning: z.boolean() }), { keepsRunning: false })
  let tray: Tray | null = null
  return {
    isWanted: () => kept.get().keepsRunning,
    menuItem: () => ({
      label: 'Keep Running without a Window',
      type: 'checkbox',
      checked: kept.get().keepsRunning,
      click: ({ checked }) => kept.set({ keepsRunning: checked }),
    }),
    enter() {
      if (tray !== null || process.platform === 'darwin') return
      tray = new Tray(icon)
      tray.setToolTip('ZorkGPT is running')
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Open ZorkGPT', click: showWindow },
          { label: 'Quit', click: quit },
        ]),
      )
      tray.on('click', showWindow)
    },
    leave() {
      tray?.destroy()
      tray = null
    },
  }
}
