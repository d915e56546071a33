import { app, BrowserWindow, nativeTheme, screen, session, shell } from 'electron'
import { messageOf } from '@shared/base/expected-error'
import { printError } from '../../../base/terminal/terminal'
import { isPage } from './message-port'
import { showWindow } from './show-window'
import { addressIn, firstSize, readWindowState, writeWindowState } from './window-state'

interface WindowOptions {
  readonly preload: string
  readonly pageUrl: string
  readonly development: boolean
  readonly stateFile: string
  /** The fragment of the page's address; null restores the last address, position and size. */
  readonly address: string | null
  /** The window's icon on Linux; other systems use the app's icon. */
  readonly icon: string
}

export function openAppWindow({
  preload,
  pageUrl,
  development,
  stateFile,
  icon,
  address,
}: WindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
  const left = address === null ? readWindowState(stateFile, screens) : null
  // The page reports its theme only after the first paint.
  if (left !== null) nativeTheme.themeSource = left.theme
  const window = new BrowserWindow({
    title: 'ZorkGPT',
    ...(process.platform === 'linux' && { icon }),
    ...firstSize(screen.getPrimaryDisplay().workArea),
    ...left?.bounds,
    show: false,
    autoHideMenuBar: true,
    // The value of --window, so that the window does not flash white before the first paint.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0E1116' : '#F4F5F7',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      devTools: development,
    },
  })
  showWindow(window, left?.isMaximized ?? false)
  if (left?.isFullScreen) window.setFullScreen(true)
  window.on('close', () =>
    writeWindowState(stateFile, {
      bounds: window.getNormalBounds(),
      isMaximized: window.isMaximized(),
      isFullScreen: window.isFullScreen(),
      address: addressIn(window.webContents.getURL()),
      theme: nativeTheme.themeSource,
    }),
  )
  // A load that is interrupted by closing the window is not an error.
  window.loadURL(pageUrl + (address ?? left?.address ?? '')).catch((error: unknown) => {
    if (!window.isDestroyed()) printError(`The page could not be loaded: ${String(error)}`)
  })
  return window
}

/** Pages that our page links to; they open in the browser. */
const OUTSIDE: readonly string[] = ['https://reactflow.dev/']

/** Restricts every page: no navigation, no new windows, no embedding, no permission except copying on a click. */
export function restrictPages(pageUrl: string): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      if (OUTSIDE.includes(url)) shell.openExternal(url).catch((error: unknown) => printError(messageOf(error)))
      return { action: 'deny' }
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => {
      if (!isPage(event.url, pageUrl)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      if (!isPage(event.url, pageUrl)) event.preventDefault()
    })
  })
}

/** Must run after the app is ready, because there are no sessions before. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  )
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission) => permission === 'clipboard-sanitized-write',
  )
  session.defaultSession.setDevicePermissionHandler(() => false)
}
