import { join } from 'node:path'
import { app, clipboard, type MenuItemConstructorOptions, session, shell } from 'electron'
import { linkCommand, linkCommandLine } from './command-line-tool'
import { diagnosticsOf } from './diagnostics'
import { showMessage } from './dialogs'

interface OwnItems {
  readonly newWindow: () => void
  readonly recent: MenuItemConstructorOptions
  readonly choices: readonly MenuItemConstructorOptions[]
  readonly updates: readonly MenuItemConstructorOptions[]
  readonly dataFolder: string
  readonly configFile: string | null
  /** The last exported file; null if none. */
  readonly lastExport: string | null
  readonly logFile: string
  /** Null while the project has no public address. */
  readonly issues: string | null
  /** The number of running episodes. */
  readonly playing: () => number
}

/** The menu items of the shell, without those of the page. */
export function ownItems(own: OwnItems): {
  readonly file: MenuItemConstructorOptions[]
  readonly help: MenuItemConstructorOptions[]
} {
  const { configFile, lastExport, logFile, issues } = own
  const reveal = (label: string, file: string): MenuItemConstructorOptions => ({
    label,
    toolTip: file,
    click: () => shell.showItemInFolder(file),
  })
  return {
    file: [
      { label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: own.newWindow },
      own.recent,
      reveal('Reveal Data Folder', own.dataFolder),
      ...(configFile === null ? [] : [reveal('Reveal Settings File', configFile)]),
      ...(lastExport === null ? [] : [reveal('Reveal Last Export', lastExport)]),
      ...own.choices,
    ],
    help: [
      ...own.updates,
      { label: 'Copy Diagnostics', click: () => void clipboard.writeText(diagnosticsOf(logFile, own.playing())) },
      ...(issues === null ? [] : [{ label: 'Report Issue…', click: () => void shell.openExternal(issues) }]),
      reveal('Reveal logs', logFile),
      reveal('Reveal Crash Dumps', app.getPath('crashDumps')),
      ...(process.platform === 'darwin' && process.resourcesPath
        ? [{ label: 'Install Command Line…', click: () => void installCommandLine() }]
        : []),
    ],
  }
}

const LINK = '/usr/local/bin/zorkgpt'

/** Creates a link to the command line in a folder on the PATH of macOS, or shows the command that creates it. */
async function installCommandLine(): Promise<void> {
  const program = join(process.resourcesPath, 'zorkgpt')
  const why = linkCommandLine(program, LINK)
  const ok = { type: 'info', title: 'ZorkGPT', noLink: true } as const
  if (why === null)
    return void (await showMessage({ ...ok, message: 'zorkgpt is a command now.', detail: `It is ${LINK}.` }))
  const command = linkCommand(program, LINK)
  const { response } = await showMessage({
    ...ok,
    message: 'The command zorkgpt could not be installed.',
    detail: `${why}\n\nRun this in a terminal:\n${command}`,
    buttons: ['Copy', 'Cancel'],
    cancelId: 1,
  })
  if (response === 0) void clipboard.writeText(command)
}

/**
 * Tracks the files that the page saves. Returns a function for the last one; null for none. Call it once the app is
 * ready.
 */
export function followExports(onChange: () => void): () => string | null {
  let last: string | null = null
  session.defaultSession.on('will-download', (_event, item) => {
    item.once('done', (_done, state) => {
      if (state !== 'completed') return
      last = item.getSavePath()
      onChange()
    })
  })
  return () => last
}
