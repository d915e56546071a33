// Stand-in for Electron's main process API, on Chromium through playwright-core: it runs the shipped main bundle in
// Node, and the shipped preload and page in Chromium. It has Electron's types; missing functions throw with their name.
// Not covered: the look of dialogs, permissions, the keychain, Electron's own Node and V8.
/** @import * as Electron from 'electron' */
/** @import { PartOf } from './part-of' */
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { browserArgs, findBrowser } from '../scripts/find-browser.mjs'
import { defineBrowserWindow } from './browser-window.mjs'
import { MessageChannelMain } from './message-channel.mjs'
import { listenToTests } from './remote.mjs'
import { lockInstance } from './single-instance.mjs'
import { strict } from './strict.mjs'
import { needAppId, signs } from './system-signs.mjs'

// Set here, because Playwright's driver of Chromium, which is already loaded, needs the real system.
if (process.env.STANDIN_PLATFORM) Object.defineProperty(process, 'platform', { value: process.env.STANDIN_PLATFORM })

const root = resolve(import.meta.dirname, '../..')
const { productName } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
let userData = process.env.STANDIN_USER_DATA ?? join(mkdtempSync(join(tmpdir(), 'standin-')), productName)
mkdirSync(userData, { recursive: true })

/**
 * Shared with the windows: privileges and handlers by scheme, open windows, the browser context, the application menu
 * and how often it was set, the last context menu, open questions, the start folders of folder dialogs, and the answer
 * to them.
 */
const state = {
  schemes: new Map(),
  handlers: new Map(),
  windows: new Set(),
  context: null,
  menu: [],
  menus: 0,
  popup: [],
  questions: [],
  folders: [],
  chosen: null,
}

/**
 * @implements {PartOf<Electron.App, 'isPackaged' | 'getName' | 'getPath' | 'requestSingleInstanceLock' | 'whenReady'
 *   | 'quit' | 'exit' | 'addRecentDocument' | 'commandLine' | 'disableHardwareAcceleration'
 *   | 'setAppUserModelId' | 'dock' | 'setName' | 'setPath' | 'setBadgeCount' | 'setJumpList'>}
 */
class App extends EventEmitter {
  /** Whether STANDIN_RESOURCES names a folder of resources, as a packed app has. */
  isPackaged = process.env.STANDIN_RESOURCES !== undefined
  ready = null
  getName() {
    return productName
  }
  getPath(name) {
    if (name === 'appData') return dirname(userData)
    return name === 'userData' ? userData : join(userData, name)
  }
  setName() {}
  setPath(name, path) {
    if (name === 'userData') userData = path
  }
  requestSingleInstanceLock(data) {
    return lockInstance(userData, data, (...started) => this.emit('second-instance', {}, ...started))
  }
  whenReady() {
    this.ready ??= launch().then(() => void this.emit('ready'))
    return this.ready
  }
  quit() {
    let prevented = false
    this.emit('before-quit', {
      preventDefault: () => {
        prevented = true
      },
    })
    if (!prevented) void shutDown(0)
  }
  setAppUserModelId(id) {
    signs.appId = id
  }
  dock = undefined
  setBadgeCount(count) {
    signs.badge = count
    return true
  }
  setJumpList() {
    needAppId('setJumpList')
    return /** @type {const} */ ('ok')
  }
  addRecentDocument(path) {
    needAppId('addRecentDocument')
    signs.recent.push(path)
  }
  /** STANDIN_USER_DATA has the effect of Chromium's switch `--user-data-dir`. */
  commandLine = {
    hasSwitch: (name) =>
      process.argv.includes(`--${name}`) || (name === 'user-data-dir' && process.env.STANDIN_USER_DATA !== undefined),
  }
  disableHardwareAcceleration() {
    signs.usesGpu = false
  }
  exit(code = 0) {
    void shutDown(code)
  }
}

let browser
let ending = false
async function launch() {
  browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    headless: process.env.STANDIN_HEADED !== '1',
    // Electron turns these signals into a quit event.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      ...browserArgs,
      ...(process.env.STANDIN_CDP_PORT ? [`--remote-debugging-port=${process.env.STANDIN_CDP_PORT}`] : []),
    ],
  })
  state.context = await browser.newContext({
    viewport: null,
    serviceWorkers: 'block',
    // Electron grants this after a key press; a headless browser does not.
    permissions: ['clipboard-write'],
  })
  // Windows handle the requests of their own pages, so this request is from a page that one of them opens.
  await state.context.route('**', async (route) => {
    const [{ contents }] = state.windows
    const { action } = contents.windowOpenHandler({ url: route.request().url() })
    if (action !== 'deny') return route.continue()
    await route.abort()
    const own = [...state.windows].map(({ page }) => page)
    const opened = () => state.context.pages().filter((page) => !own.includes(page))
    if (opened().length === 0) await state.context.waitForEvent('page')
    for (const page of opened()) void page.close()
  })
  browser.on('disconnected', () => ending || process.exit(0))
}
async function shutDown(code) {
  ending = true
  app.emit('will-quit', { preventDefault() {} })
  app.emit('quit', {}, code)
  await browser?.close().catch(() => {})
  process.exit(code)
}

Object.defineProperty(process, 'resourcesPath', { value: process.env.STANDIN_RESOURCES })
export const app = strict('app', new App())
setImmediate(() => void app.whenReady()) // Electron becomes ready without a call.
// The first signal of a kind is a quit event, the second ends Electron at once.
const received = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (received.has(signal)) process.kill(process.pid, 'SIGKILL')
    received.add(signal)
    app.quit()
  })
if (process.connected) listenToTests(app, state)

export const BrowserWindow = defineBrowserWindow(app, state)
export { MessageChannelMain }
export { clipboard, nativeImage, Notification, powerMonitor, powerSaveBlocker, shell, Tray } from './system-signs.mjs'
/** @satisfies {PartOf<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>} */
const protocolPart = {
  registerSchemesAsPrivileged: (list) => {
    for (const { scheme, privileges } of list) state.schemes.set(scheme, privileges)
  },
  handle: (scheme, handler) => {
    state.handlers.set(scheme, handler)
  },
}
export const protocol = strict('protocol', protocolPart)
/** @satisfies {PartOf<typeof Electron.Menu, 'setApplicationMenu' | 'getApplicationMenu' | 'buildFromTemplate'>} */
const menuPart = {
  setApplicationMenu: ({ items }) => {
    state.menu = items
    state.menus++
  },
  getApplicationMenu: () => ({ getMenuItemById: (id) => itemsIn(state.menu).find((item) => item.id === id) ?? null }),
  /** The items lack the defaults that Electron would add. */
  buildFromTemplate: (template) => ({
    items: /** @type {Electron.MenuItem[]} */ (template),
    popup() {
      state.popup = template
    },
  }),
}
const itemsIn = (items) => items.flatMap((item) => [item, ...itemsIn(item.submenu ?? [])])
export const Menu = strict('Menu', menuPart)
/** How long the user takes to close an error box, which blocks this process. */
const ERROR_BOX_MS = 1_000
// In Electron, the first two also have a form without a window.
const dialogPart = {
  /**
   * @type {(window: Electron.BaseWindow,
   *   options: Electron.OpenDialogOptions) => Promise<Electron.OpenDialogReturnValue>}
   */
  showOpenDialog: async (_window, { properties, defaultPath = null }) => {
    if (!properties.includes('openDirectory')) throw new Error('The stand-in only has a dialog for folders.')
    state.folders.push(defaultPath)
    return state.chosen === null ? { canceled: true, filePaths: [] } : { canceled: false, filePaths: [state.chosen] }
  },
  /**
   * @type {(...options: [Electron.BaseWindow, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]) =>
   *   Promise<Electron.MessageBoxReturnValue>}
   */
  showMessageBox: (...given) =>
    new Promise((resolve) => {
      const options = /** @type {Electron.MessageBoxOptions} */ (given.at(-1))
      const { message, detail, buttons, cancelId, signal } = options
      const answer = (name, checkboxChecked = false) => done(buttons.indexOf(name), checkboxChecked)
      const question = { message, detail, buttons, answer }
      const done = (response, checkboxChecked = false) => {
        state.questions.splice(state.questions.indexOf(question), 1)
        resolve({ response, checkboxChecked })
      }
      state.questions.push(question)
      signal?.addEventListener('abort', () => done(cancelId))
    }),
  /** @type {Electron.Dialog['showErrorBox']} */
  showErrorBox: (title, content) => {
    process.stderr.write(`[error box] ${title}: ${content}\n`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ERROR_BOX_MS)
  },
}
export const dialog = strict('dialog', dialogPart)
/** @satisfies {PartOf<Electron.CrashReporter, 'start'>} */
const crashReporterPart = { start() {} }
export const crashReporter = strict('crashReporter', crashReporterPart)
/** @satisfies {PartOf<Electron.SafeStorage, 'isEncryptionAvailable' | 'getSelectedStorageBackend'>} */
const safeStoragePart = {
  isEncryptionAvailable: () => false,
  getSelectedStorageBackend: () => 'basic_text',
}
export const safeStorage = strict('safeStorage', safeStoragePart)
/**
 * @satisfies {PartOf<Electron.Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'
 *   | 'setDevicePermissionHandler' | 'resolveProxy' | 'on'>}
 */
const sessionPart = {
  setPermissionRequestHandler() {},
  setPermissionCheckHandler() {},
  setDevicePermissionHandler() {},
  on: () => session.defaultSession,
  resolveProxy: () => Promise.resolve(process.env.STANDIN_PROXY ?? 'DIRECT'),
}
export const session = { defaultSession: strict('session', sessionPart) }
const [width = 1920, height = 1080] = process.env.STANDIN_SCREEN?.split('x').map(Number) ?? []
const display = { workArea: { x: 0, y: 0, width, height } }
/** @satisfies {PartOf<Electron.Screen, 'getAllDisplays' | 'getPrimaryDisplay'>} */
const screenPart = { getAllDisplays: () => [display], getPrimaryDisplay: () => display }
export const screen = strict('screen', screenPart)
/** @satisfies {PartOf<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'>} */
const themePart = { shouldUseDarkColors: false, themeSource: 'system' }
export const nativeTheme = strict('nativeTheme', themePart)
