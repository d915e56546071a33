// npm start [-- --web | --dev] [-- arguments of the shell]: opens the desktop window. Without Electron or a display, it
// opens the same app in a browser, prints the reason to standard error, and "ready URL" to standard output. It runs on
// Node 20.19 and newer; the programs that it starts run on Node 24. ZORKGPT_ELECTRON_SECONDS is how long the download
// of Electron's binary may make no progress.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { endWithNpm } from './end-with-npm.mjs'
import { run, stop } from './run-child.mjs'

const HELP = `npm start [-- options] [files]: the window of ZorkGPT; files are stories (.z1 to .z8, .zblorb) and
exported episodes (.zorkgpt, .jsonl)

  --web               in a browser, also without a display or Electron
  --dev               rebuilds and reloads when a source changes
  --port P            port of the page for the browser; default: the last one, else any free one
  --data DIR          folder of the episodes
  --config FILE       a zorkgpt.toml or a pyproject.toml
  --mcp-config FILE   the MCP servers
  --no-sandbox        Electron without its sandbox, if the system forbids it
  --disable-gpu       Electron without the graphics processor, if the window is empty or distorted
  --password-store S  the keyring, if none is found: gnome-libsecret or kwallet6
  --ozone-platform P  wayland or x11
  --help

Exit status: 0 done, 1 the app failed, 2 wrong usage or unreadable input.`
/** The options in HELP. The first four with a value are for the shell, the last four for Electron. */
const OPTIONS = {
  web: { type: 'boolean' },
  dev: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  port: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  'mcp-config': { type: 'string' },
  'no-sandbox': { type: 'boolean' },
  'disable-gpu': { type: 'boolean' },
  'password-store': { type: 'string' },
  'ozone-platform': { type: 'string' },
}
const root = resolve(import.meta.dirname, '../..')
/**
 * npm runs scripts in the folder of the package, but paths in arguments are relative to the folder where npm was
 * called.
 */
const isScript = ['start', 'dev'].includes(process.env.npm_lifecycle_event) && process.cwd() === root
const typedIn = (isScript && process.env.INIT_CWD) || process.cwd()
const given = process.argv.slice(2)
/**
 * The exit status of a shell that rejects its arguments. No other shell is then tried, because it would reject them
 * too.
 */
const WRONG_USAGE = 2

const tell = (text) => process.stderr.write(`${text}\n`)
const { help, web: webWanted = false, dev: isDevelopment = false } = readOptions()
if (help) {
  process.stdout.write(`${HELP}\n`)
  process.exit(0)
}
const shellArgs = given.filter((arg) => arg !== '--dev' && arg !== '--web')

// Ends with a parent process that has an IPC channel, such as a test.
if (process.connected) process.once('disconnect', stop)
if (isScript && process.platform !== 'win32') void endWithNpm(stop)

try {
  await main()
} catch (error) {
  tell(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** Invalid options end the process. */
function readOptions() {
  try {
    return parseArgs({ args: given, options: OPTIONS, allowPositionals: true }).values
  } catch (error) {
    // Node's further sentences are about arguments that begin with a dash.
    tell(`${error.message.split(/\.\s/, 1)[0].replace(/\.$/, '')}. npm start -- --help lists the options.`)
    process.exit(WRONG_USAGE)
  }
}

async function main() {
  if (!existsSync(join(root, 'node_modules/electron/package.json')))
    throw new Error('The packages are not installed: run "npm ci" first.')
  const { findNode24 } = await import('./node24.mjs')
  const node = findNode24()
  await build(node)
  const { electron, reason } = await findDesktop(node)
  const opensBrowser = !webWanted && !isDevelopment && hasDesktop()
  const printBrowserReason = (why) =>
    tell(`${opensBrowser ? 'Opening' : 'Open the address below'} in a browser instead of a desktop window: ${why}.`)
  if (reason) printBrowserReason(reason)
  if (isDevelopment) {
    const status = await runDevelopment(node, electron)
    if (status !== 0 && electron) await printSandboxHint(electron)
    process.exit(status)
  }
  if (electron) {
    const { status, failedAtOnce } = await runElectron(electron)
    if (!failedAtOnce || status === WRONG_USAGE) process.exit(status)
    await printSandboxHint(electron)
    printBrowserReason(`Electron ended at once with status ${status}`)
  }
  process.exit(await runWeb(node, opensBrowser))
}

async function build(node) {
  const { buildMark, whyBuild } = await import('./outputs.mjs')
  if (!whyBuild()) return
  const { oneAtATime } = await import('./one-at-a-time.mjs')
  await oneAtATime(buildMark, () => buildAgain(node, whyBuild()))
}

async function buildAgain(node, why) {
  if (!why) return
  tell(`building the app, some seconds (${why})`)
  // In development, electron-vite builds the rest.
  const status = await run(node, [join(root, 'build/scripts/build.mjs'), ...(isDevelopment ? ['--servers'] : [])], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('The build failed; see the errors above.')
}

/** Electron's binary, or the reason why it is not used. */
async function findDesktop(node) {
  const { findElectron, installElectron, whyNoDisplay } = await import('./electron/electron-binary.mjs')
  const reason = webWanted ? 'asked for with --web' : whyNoDisplay()
  if (reason) return { electron: null, reason }
  try {
    return {
      electron:
        findElectron() ?? (await installElectron(node, tell, Number(process.env.ZORKGPT_ELECTRON_SECONDS ?? 60))),
      reason: null,
    }
  } catch (error) {
    return {
      electron: null,
      reason: `Electron could not be downloaded: ${error.message} (to try again: npx install-electron)`,
    }
  }
}

/**
 * Runs Electron. A failure within seconds means that it cannot run here: a library is missing, or the system forbids
 * its sandbox.
 */
async function runElectron(electron) {
  const { sandboxArgs } = await import('./electron/electron-binary.mjs')
  const { ELECTRON_RUN_AS_NODE: _wouldBeNode, ...env } = process.env
  const start = Date.now()
  const status = await run(electron, [root, ...sandboxArgs(), ...shellArgs], {
    cwd: typedIn,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return { status, failedAtOnce: status !== 0 && Date.now() - start < 5_000 }
}

/** Prints a hint if the sandbox prevents Electron from running. */
async function printSandboxHint(electron) {
  const { sandboxMend } = await import('./electron/electron-binary.mjs')
  const mend = sandboxMend(electron)
  if (mend) tell(mend)
}

async function runWeb(node, openBrowser) {
  const { HOST_NODE_ARGS } = await import('./node24.mjs')
  return run(
    node,
    [...HOST_NODE_ARGS, join(root, 'out/main/web.js'), ...shellArgs],
    { cwd: typedIn, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    (shell) => {
      let text = ''
      shell.stdout.on('data', (chunk) => {
        process.stdout.write(chunk)
        if (text === null) return
        text += chunk
        const url = /^ready (\S+)$/m.exec(text)?.[1]
        if (!url) return
        text = null
        if (openBrowser) showInBrowser(url)
      })
    },
  )
}

/**
 * Runs electron-vite, which rebuilds and reloads. Without Electron it restarts the web shell, at a constant address.
 */
async function runDevelopment(node, electron) {
  const { sandboxArgs } = await import('./electron/electron-binary.mjs')
  const { randomBytes } = await import('node:crypto')
  const web = {
    ELECTRON_EXEC_PATH: node,
    ELECTRON_ENTRY: join(root, 'out/main/web.js'),
    ZORKGPT_TOKEN: process.env.ZORKGPT_TOKEN ?? randomBytes(24).toString('base64url'),
  }
  const env = { ...process.env, ...(electron ? { ELECTRON_EXEC_PATH: electron } : web) }
  const args = electron ? [...sandboxArgs(), ...shellArgs] : ['--port', '5184', ...shellArgs]
  const endWithUs = ['--import', pathToFileURL(join(import.meta.dirname, 'end-with-channel.mjs')).href]
  const loop = [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'dev', '-w', '--', ...args]
  return run(node, [...endWithUs, ...loop], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

/** Whether a browser can be opened: not in CI, nor without a display. */
function hasDesktop() {
  return (
    !process.env.CI && (process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY))
  )
}

function showInBrowser(url) {
  const openers = { win32: ['rundll32', 'url.dll,FileProtocolHandler'], darwin: ['open'] }
  const [command, ...args] = openers[process.platform] ?? ['xdg-open']
  // If it fails, the user can open the printed address.
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref()
}
