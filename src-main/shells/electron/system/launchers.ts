import { app, Menu } from 'electron'
import { NEW_EPISODE, NEW_WINDOW } from './second-start'

interface Launchers {
  readonly newWindow: () => void
  readonly newEpisode: () => void
}

/**
 * Adds items to the app's icon in the Dock, and to the Jump List of Windows, where they start the program again. On
 * Linux the desktop entry has them (build/electron-builder.yml).
 */
export function offerLaunchers({ newWindow, newEpisode }: Launchers): void {
  app.dock?.setMenu(
    Menu.buildFromTemplate([
      { label: 'New Episode', click: newEpisode },
      { label: 'New Window', click: newWindow },
    ]),
  )
  if (process.platform !== 'win32') return
  const task = (title: string, args: string) => ({
    type: 'task' as const,
    title,
    description: title,
    program: process.execPath,
    args,
    iconPath: process.execPath,
    iconIndex: 0,
  })
  app.setJumpList([
    { type: 'tasks', items: [task('New Episode', NEW_EPISODE), task('New Window', NEW_WINDOW)] },
    { type: 'recent' },
  ])
}
