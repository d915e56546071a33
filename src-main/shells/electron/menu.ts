import { Menu, type MenuItemConstructorOptions } from 'electron'

/** Roles only: Electron gives them their words and accelerators in the custom of each platform. Reload and tools are for development. */
export function setMenu(development: boolean): void {
  const view: MenuItemConstructorOptions[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { type: 'separator' }, { role: 'togglefullscreen' }]
  const tools: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  const menu: MenuItemConstructorOptions[] = [
    { role: process.platform === 'darwin' ? 'appMenu' : 'fileMenu' },
    { role: 'editMenu' },
    { label: 'View', submenu: development ? [...view, ...tools] : view },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
}
