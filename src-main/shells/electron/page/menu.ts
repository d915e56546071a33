import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { z } from 'zod'
import type { MenuRow } from '@shared/contract/shell-messages'

/** Rejects implausible menus, because the page is untrusted. */
export const menuRows = z
  .array(
    z.object({
      id: z.string().max(40),
      label: z.string().max(120),
      group: z.enum(['episode', 'move', 'marks', 'view', 'help']),
      key: z.string().max(20).nullable(),
      enabled: z.boolean(),
    }),
  )
  .max(200) satisfies z.ZodType<readonly MenuRow[]>

interface MenuOptions {
  /** The page's actions; empty until the page loads. */
  readonly rows: readonly MenuRow[]
  readonly run: (actionId: string) => void
  /** The shell's own items under File. */
  readonly file: MenuItemConstructorOptions[]
  /** The shell's own items under Help. */
  readonly help: MenuItemConstructorOptions[]
  readonly development: boolean
  readonly platform: NodeJS.Platform
}

let shape: string | null = null

/**
 * Sets the native menu: the page's actions, and each platform's standard items by Electron's roles. Replaces a menu
 * only if its items have changed, because that closes an open menu.
 */
export function setMenu(options: MenuOptions): void {
  const { rows, file, help } = options
  const shapeNow = JSON.stringify([rows.map(({ enabled: _changes, ...row }) => row), file, help])
  if (shapeNow !== shape) Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)))
  else for (const { id, enabled } of rows) setEnabled(id, enabled)
  shape = shapeNow
}

function setEnabled(id: string, enabled: boolean): void {
  const item = Menu.getApplicationMenu()?.getMenuItemById(id)
  if (item) item.enabled = enabled
}

export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { rows, run, file, help: own, development, platform } = options
  const itemsOf = (group: MenuRow['group']) =>
    rows
      .filter((row) => row.group === group)
      .map(({ id, label, key, enabled }): MenuItemConstructorOptions => ({
        id,
        label,
        enabled,
        click: () => run(id),
        // The page handles its keys and the menu only shows them. On macOS a menu cannot show a key that it does not
        // handle.
        ...(key === null ? {} : { accelerator: key.replace('Mod+', 'CmdOrCtrl+'), registerAccelerator: false }),
      }))
  const about = itemsOf('help').filter(({ id }) => id === 'about')
  const help = itemsOf('help').filter(({ id }) => id !== 'about')
  const settings = itemsOf('episode').filter(({ id }) => id === 'settings')
  const episode = itemsOf('episode').filter(({ id }) => id !== 'settings')
  const zoom: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // "Plus" is Shift+= on many keyboards; only the number pad has a key for it.
    { role: 'zoomIn', accelerator: 'CmdOrCtrl+=', visible: false },
    { role: 'zoomIn', accelerator: 'CmdOrCtrl+numadd', visible: false },
    { role: 'zoomOut' },
    { role: 'togglefullscreen' },
  ]
  const tools: MenuItemConstructorOptions[] = [{ role: 'reload' }, { role: 'toggleDevTools' }]
  const isMac = platform === 'darwin'
  return [
    ...(isMac
      ? [
          {
            label: app.getName(),
            submenu: sections(
              about,
              settings,
              [{ role: 'services' }],
              [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }],
              [{ role: 'quit' }],
            ),
          },
        ]
      : []),
    {
      label: 'File',
      submenu: sections(isMac ? episode : itemsOf('episode'), file, [{ role: isMac ? 'close' : 'quit' }]),
    },
    { role: 'editMenu' },
    ...(rows.length === 0 ? [] : [{ label: 'Playhead', submenu: sections(itemsOf('move'), itemsOf('marks')) }]),
    { label: 'View', submenu: sections(itemsOf('view'), zoom, development ? tools : []) },
    { role: 'windowMenu' },
    { role: 'help', submenu: sections(help, own, isMac ? [] : about) },
  ]
}

const sections = (...groups: readonly MenuItemConstructorOptions[][]): MenuItemConstructorOptions[] =>
  groups
    .filter((group) => group.length > 0)
    .flatMap((group, index): MenuItemConstructorOptions[] => (index === 0 ? group : [{ type: 'separator' }, ...group]))
