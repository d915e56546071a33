import { resolve } from 'node:path'
import { app, type BrowserWindow, crashReporter, dialog, nativeTheme, powerMonitor, safeStorage, shell } from 'electron'
import { z } from 'zod'
import { APP_VERSION } from '@shared/base/app-version'
import { messageOf } from '@shared/base/expected-error'
import { checkParams } from '@shared/contract/contract'
import { serveApi } from '@shared/contract/rpc'
import { type MenuRow, SHELL_CHANNEL } from '@shared/contract/shell-messages'
import { onPrintedError, outliveTerminal, printError } from '../../base/terminal/terminal'
import { openExperimentRuns } from '../../experiments/run/window-runs'
import { createHost, type Host } from '../../host/host'
import { onLauncherGone } from '../end-in-order'
import { exitStatusOf } from '../exit-status'
import { handleUncaughtErrors, MAX_FAULTS_A_MINUTE, printFault } from '../handle-uncaught-errors'
import { serveClients } from '../serve-clients'
import { readShellArguments, type ShellArguments } from '../shell-arguments'
import { pageUrl as packedPageUrl, registerPageScheme, servePage } from './page/app-protocol'
import { AppWindows } from './page/app-windows'
import { offerContextMenu } from './page/context-menu'
import { keepPage } from './page/keep-page'
import { setMenu } from './page/menu'
import { handOverPorts, isOwnPage } from './page/message-port'
import { readPageMessage, themeSourceOf } from './page/page-messages'
import { denyPermissions, openAppWindow, restrictPages } from './page/window'
import { followPlay } from './play/follow-play'
import { closeBeforeQuit } from './quit/close-before-quit'
import { openAppLog } from './system/app-log'
import { openBackground } from './system/background'
import { askToQuit, pickFolder, reportUnused, showError } from './system/dialogs'
import { linksIn, readLink, withoutLinks } from './system/episode-link'
import { openKeychainSecrets } from './system/keychain-secrets'
import { offerLaunchers } from './system/launchers'
import { type Files, openFiles } from './system/open-files'
import { followExports, ownItems } from './system/own-items'
import { findPlaces } from './system/places'
import { openRecentFiles } from './system/recent-files'
import { NEW_EPISODE, NEW_WINDOW, unusedOptions } from './system/second-start'
import { separateCheckout } from './system/separate-checkout'
import { openShellChoices } from './system/shell-choices'
import { signInPages } from './system/sign-in-page'
import { releasesIn } from './updates/newer-release'
import { openUpdateInstaller } from './updates/update-installer'
import { openUpdates } from './updates/updates'

/** The id of the installed app, defined in electron.vite.config.ts. */
declare const APP_ID: string

const CLOSE_LIMIT_MS = 5_000

// Not read in a packed app, where the environment could choose the page that gets the port.
const developmentUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
const pageUrl = developmentUrl ? new URL(developmentUrl).href : packedPageUrl
/** Files for other programs are beside the archive: `extraResources` in build/electron-builder.yml. */
const appRoot = app.isPackaged ? resolve(process.resourcesPath, 'product') : resolve(import.meta.dirname, '../..')

if (!app.isPackaged) separateCheckout()

/** A portable app on Windows runs from a temporary folder, so no other program may refer to its path. */
const isPortable = process.env.PORTABLE_EXECUTABLE_FILE !== undefined

const kept = (name: string) => resolve(app.getPath('userData'), name)
const icon = resolve(appRoot, 'build/icons/linux/256x256.png')
const windows = new AppWindows(createWindow, showMenu)
const releases = app.isPackaged ? releasesIn(resolve(import.meta.dirname, '../../package.json')) : null
const updates = openUpdates(releases, kept('updates.json'), {
  openInstaller: () => openUpdateInstaller(process.resourcesPath, isPortable),
  quit: () => app.quit(),
})
const choices = openShellChoices(kept('choices.json'))
const background = openBackground({
  icon,
  showWindow: () => windows.show(),
  quit: () => app.quit(),
})
const recent = openRecentFiles(
  kept('recent.json'),
  (path) => openLater(() => readShellArguments([path], process.cwd())),
  () => showMenu(windows.rows),
)

/** Replaced when the host opens; before that no secret has been read. */
let mask = (text: string) => text
const log = openAppLog(
  app.getPath('logs'),
  (text) => mask(text),
  () => new Date(),
)

let mustQuit = false
/** Quits without a question, as on a signal, after the end of the launcher, or when the system shuts down. */
function quitUnasked(): void {
  mustQuit = true
  app.quit()
}
/** Whether quitting would ask, because an episode is running. */
let wouldAsk = () => false
/** The number of episodes that advance by themselves. */
let playing = () => 0
let lastExport: () => string | null = () => null
/** Null until the host has opened. Windows open only after that. */
let running: { readonly host: Host; readonly dataFolder: string; readonly configFile: string | null } | null = null
/** Opens files in the front window, once the host has opened. */
let openLater: (files: () => ShellArguments) => void = () => {}
/** Makes the system wait for the app's end, instead of killing it in the middle of a turn. */
function endWithSession(event: { preventDefault(): void }): void {
  event.preventDefault()
  quitUnasked()
}

/** The arguments as typed. For a second start Chromium reorders switches and separates options from their values. */
const args = process.argv.slice(1)
const secondStart = z.object({ args: z.array(z.string()) })

if (app.requestSingleInstanceLock({ args })) start()
else {
  printError('ZorkGPT is already open: its window shows this.')
  app.quit()
}

function start(): void {
  outliveTerminal()
  onPrintedError(log.write)
  // Without an id, Electron creates one and gives it to the installer's entry in the Start menu.
  if (process.platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_ID : process.execPath)
  log.write(`ZorkGPT ${APP_VERSION} starts on ${process.platform} ${process.arch}.`)
  // Writes dumps on this computer, which the diagnostics count.
  crashReporter.start({ uploadToServer: false })
  if (!choices.get().usesGpu || app.commandLine.hasSwitch('disable-gpu')) app.disableHardwareAcceleration()
  registerPageScheme()
  restrictPages(pageUrl)
  const given = app.whenReady().then(() => readShellArguments(withoutLinks(args), process.cwd()))
  const opened = given.then(openHost)
  openLater = (files) =>
    void opened
      .then(async (host) => {
        const asked = files()
        await openInWindow(host, asked)
        reportUnused(unusedOptions(await given, asked))
      })
      .catch((error: unknown) => showError('This cannot be opened', messageOf(error)))

  // macOS reports a double-clicked file before the app is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    openLater(() => readShellArguments([path], process.cwd()))
  })
  app.on('second-instance', (_event, _argv, cwd, data) => {
    const second = secondStart.parse(data).args
    if (second.includes(NEW_WINDOW) && windows.count > 0) windows.open()
    else openLater(() => readShellArguments(withoutLinks(second), cwd))
    if (second.includes(NEW_EPISODE)) newEpisode()
    followLinks(second)
  })
  // macOS passes links to the running app; elsewhere they are arguments.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    openLater(() => readShellArguments([], process.cwd()))
    followLinks([link])
  })
  followLinks(args)
  if (args.includes(NEW_EPISODE)) newEpisode()
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.write(`A process of Electron ended: ${type}, ${reason}, ${exitCode}.`)
  })
  // The app ends with the launcher of its terminal.
  onLauncherGone(quitUnasked)
  app.on('window-all-closed', () => {
    if (process.platform === 'darwin') return
    if (choices.get().keepsRunning && playing() > 0) background.enter()
    else app.quit()
  })

  opened
    .then(async (host) => {
      await openInWindow(host, await given)
      void updates.askAtStart()
      app.on('activate', () => {
        if (windows.count === 0) windows.open()
      })
    })
    .catch((error: unknown) => {
      const status = exitStatusOf(error)
      // Usage errors explain themselves; only a crash (1) points to the log.
      const more = status === 1 ? `\n\nThe log ${log.file} may say more.` : ''
      log.write(`ZorkGPT cannot start: ${messageOf(error)}`)
      dialog.showErrorBox('ZorkGPT cannot start', `${messageOf(error)}${more}`)
      app.exit(status)
    })
}

function followLinks(given: readonly string[]): void {
  for (const link of linksIn(given)) {
    const message = readLink(link)
    if (message) windows.tell(message)
    else printError('A link was ignored: it is not a link to an episode.')
  }
}

function newEpisode(): void {
  if (running !== null) windows.show()
  windows.tell({ kind: 'action', id: 'newEpisode' })
}

async function openHost(given: ShellArguments): Promise<Host> {
  const places = await findPlaces(given, appRoot)
  const { dataFolder } = places
  const host = await createHost({
    shell: 'electron',
    appRoot,
    ...places,
    gameWorkerFile: resolve(import.meta.dirname, 'game-worker.js'),
    workFile: resolve(import.meta.dirname, 'work-thread.js'),
    spawnFile: resolve(import.meta.dirname, 'spawn-thread.js'),
    secrets: openKeychainSecrets(kept('secrets.json'), safeStorage, process.platform),
    pickFolder,
    // Not openPath, because a shared folder may have the name of a program, which the system would start.
    reveal: (path) => shell.showItemInFolder(path),
    openAddress: signInPages(
      (address) => shell.openExternal(address),
      () => performance.now(),
    ),
    openExperimentRuns,
    now: () => new Date(),
    onFault: printFault,
  })
  mask = host.mask
  running = { host, ...places }
  const clients = serveClients(host, dataFolder)
  const goingOn = followPlay(host, { showWindow: () => windows.show(), isPortable })
  playing = () => goingOn().length
  wouldAsk = closeBeforeQuit(app, {
    question: {
      isNeeded: () => !mustQuit && playing() > 0 && choices.get().asksToQuit,
      async ask() {
        const { quits, isLast } = await askToQuit(playing())
        if (isLast) choices.set({ asksToQuit: false })
        return quits
      },
    },
    // The log must be complete and no server may remain when the process ends.
    steps: [async () => (await clients).close(), () => host.close()],
    limitMs: CLOSE_LIMIT_MS,
    onFault: printFault,
  })
  // Handles only the first signal. A second one ends the app at once, as with Electron's own handlers, which these
  // replace.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.prependOnceListener(signal, quitUnasked)
  powerMonitor.on('shutdown', endWithSession as () => void)
  handleUncaughtErrors({ onFault: printFault, mostAMinute: MAX_FAULTS_A_MINUTE, end: quitUnasked })
  denyPermissions()
  lastExport = followExports(() => showMenu(windows.rows))
  showMenu([])
  if (!isPortable) offerLaunchers({ newWindow: () => windows.open(), newEpisode })
  servePage(resolve(import.meta.dirname, '../renderer'))
  return host
}

/** Opens the requested files in the front window; creates a window if there is none. */
async function openInWindow(host: Host, files: Files): Promise<void> {
  windows.show()
  await openFiles(
    files,
    host.api,
    (message) => windows.tell(message),
    showError,
    (path) => {
      app.addRecentDocument(path)
      recent.add(path)
    },
  )
}

function createWindow(address: string | null): BrowserWindow {
  if (running === null) throw new Error('A window was opened before the host.')
  const { api } = running.host
  background.leave()
  const window = openAppWindow({
    preload: resolve(import.meta.dirname, '../preload/preload.cjs'),
    pageUrl,
    development: developmentUrl !== undefined,
    stateFile: kept('window.json'),
    address,
    icon,
  })
  offerContextMenu(window)
  handOverPorts(window, pageUrl, (port) => {
    serveApi(port, api, checkParams)
    windows.pageListens(window)
  })
  window.webContents.ipc.on(SHELL_CHANNEL, ({ senderFrame }, message: unknown) => {
    const received = isOwnPage(window, senderFrame, pageUrl) ? readPageMessage(message) : null
    if (received?.kind === 'menu') windows.setRows(window, received.rows)
    if (received?.kind === 'window') windows.open(received.address)
    if (received?.kind === 'theme') nativeTheme.themeSource = themeSourceOf(received)
  })
  keepPage(window, { onLost: () => windows.pageIsGone(window), quit: quitUnasked, logFile: log.file })
  // If closing the last window quits the app, the window stays open until the user has answered.
  window.on('close', (event) => {
    if (process.platform === 'darwin' || windows.count > 1 || choices.get().keepsRunning || !wouldAsk()) return
    event.preventDefault()
    app.quit()
  })
  // The end of a Windows session does not quit apps as usual, so it is handled here.
  window.on('query-session-end', (event) => {
    if (wouldAsk()) endWithSession(event)
  })
  window.on('session-end', quitUnasked)
  return window
}

function showMenu(rows: readonly MenuRow[]): void {
  if (running === null) return
  setMenu({
    rows,
    run: (id) => windows.tell({ kind: 'action', id }),
    ...ownItems({
      ...running,
      newWindow: () => windows.open(),
      recent: recent.menuItem(),
      choices: choices.menuItems(),
      lastExport: lastExport(),
      updates: updates.menuItems(),
      logFile: log.file,
      issues: releases?.issues ?? null,
      playing,
    }),
    development: developmentUrl !== undefined,
    platform: process.platform,
  })
}
