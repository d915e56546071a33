import { resolve } from 'node:path'
import { app, BrowserWindow, dialog, safeStorage } from 'electron'
import { checkParams } from '@shared/contract/contract'
import { serveApi } from '@shared/contract/rpc'
import { defaultDataFolder, homeFolder } from '../../host/data-folder'
import { createHost, type Host } from '../../host/host'
import { readShellArguments, type ShellArguments } from '../shell-arguments'
import { pageUrl as packedPageUrl, registerPageScheme, servePage } from './app-protocol'
import { openKeychainSecrets } from './keychain-secrets'
import { setMenu } from './menu'
import { handOverPorts } from './message-port'
import { ownMcpConfig } from './own-mcp-config'
import { denyPermissions, openMainWindow, restrictPages } from './window'

/** How long running episodes and servers may take to end before the app quits regardless. */
const CLOSE_LIMIT_MS = 5_000

// Never in a packed app: whoever sets the environment would choose the page that the port is given to.
const developmentUrl = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
const pageUrl = developmentUrl ? new URL(developmentUrl).href : packedPageUrl
/** What other programs must be able to read lies beside the archive of a packed app: `extraResources` in build/electron-builder.yml. */
const appRoot = app.isPackaged ? resolve(process.resourcesPath, 'product') : resolve(import.meta.dirname, '../..')

if (app.requestSingleInstanceLock()) start()
else app.quit()

function start(): void {
  registerPageScheme()
  restrictPages(pageUrl)
  const given = readShellArguments(process.argv.slice(1), process.cwd())
  const opened = app.whenReady().then(() => openHost(given))

  // macOS says which file was double-clicked before the app is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    void opened.then((host) => openStories(host, [path]))
  })
  app.on('second-instance', (_event, argv, cwd) => {
    void opened.then((host) => openStories(host, readShellArguments(argv.slice(1), cwd).storyFiles))
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })

  opened
    .then(async (host) => {
      await openStories(host, given.storyFiles)
      openWindow(host)
      app.on('activate', () => {
        if (BrowserWindow.getAllWindows().length === 0) openWindow(host)
      })
    })
    .catch((error: unknown) => {
      dialog.showErrorBox('ZorkGPT cannot start', messageOf(error))
      app.exit(1)
    })
}

async function openHost(given: ShellArguments): Promise<Host> {
  const { env, platform } = process
  const host = await createHost({
    shell: 'electron',
    appRoot,
    dataFolder: given.dataFolder ?? defaultDataFolder(env, platform),
    configFile: given.configFile,
    mcpConfigFile: given.mcpConfigFile ?? (app.isPackaged ? ownMcpConfig(appRoot, homeFolder(env, platform)) : null),
    gameWorkerFile: resolve(import.meta.dirname, 'game-worker.js'),
    env,
    secrets: openKeychainSecrets(resolve(app.getPath('userData'), 'secrets.json'), safeStorage, platform),
    now: () => new Date(),
    onFault: (error) => void process.stderr.write(`zorkgpt: ${error.message}\n`),
  })
  closeBeforeQuit(host)
  denyPermissions()
  setMenu(developmentUrl !== undefined)
  servePage(resolve(import.meta.dirname, '../renderer'))
  return host
}

function openWindow(host: Host): void {
  const window = openMainWindow({ preload: resolve(import.meta.dirname, '../preload/preload.cjs'), pageUrl, development: developmentUrl !== undefined })
  handOverPorts(window, pageUrl, (port) => serveApi(port, host.api, checkParams))
}

/** A file that is no story is told by name; the others still open. */
async function openStories(host: Host, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await host.api.openStory({ path }).catch((error: unknown) => dialog.showErrorBox('This story cannot be opened', messageOf(error)))
  }
}

/** The log is complete and no server is left behind before the process ends. */
function closeBeforeQuit(host: Host): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const limit = new Promise<void>((done) => setTimeout(done, CLOSE_LIMIT_MS))
    void Promise.race([host.close(), limit]).finally(() => {
      state = 'closed'
      app.quit()
    })
  })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
