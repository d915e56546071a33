import { app, Menu } from 'electron'

interface Launchers {
  readonly newWindow: () => void
  readonly newEpisode: () => void
}

/** Arguments of a start, also of one that passes them to the running app. */
export const NEW_WINDOW = '--new-window'
export const NEW_EPISODE = '--new-episode'

/** Adds items to the app's icon in the Dock, and to the Jump List of Windows, which starts the program again. */
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
