import { Menu, Tray } from 'electron'

interface BackgroundOptions {
  readonly icon: string
  readonly showWindow: () => void
  readonly quit: () => void
}

export interface Background {
  /** Called after the last window was closed. Shows a tray icon, except on macOS, which has the Dock. */
  readonly enter: () => void
  /** Called before a window opens. */
  readonly leave: () => void
}

export function openBackground({ icon, showWindow, quit }: BackgroundOptions): Background {
  let tray: Tray | null = null
  return {
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
