// The single-instance lock: a file in the user data names its owner. Later instances leave their arguments in a message
// beside it.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PERIOD_MS = 50
const MESSAGE = /^second-.*\.json$/

/** Whether this process is the first; `onSecond` gets the arguments of later ones. */
export function lockInstance(folder, data, onSecond) {
  const file = join(folder, 'instance')
  if (isRunning(readHolder(file))) {
    const message = { argv: chromiumOrder(process.argv), cwd: process.cwd(), data }
    const draft = join(folder, `.second-${process.pid}`)
    writeFileSync(draft, JSON.stringify(message))
    renameSync(draft, join(folder, `second-${process.pid}.json`))
    return false
  }
  writeFileSync(file, String(process.pid))
  process.on('exit', () => rmSync(file, { force: true }))
  setInterval(() => {
    for (const name of readdirSync(folder).filter((entry) => MESSAGE.test(entry))) {
      const { argv, cwd, data: handedOver } = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      rmSync(join(folder, name))
      onSecond(argv, cwd, handedOver)
    }
  }, PERIOD_MS).unref()
  return true
}

/**
 * Chromium's order of the command line of a second instance: switches first, some of them added, then other arguments.
 */
function chromiumOrder(argv) {
  const [program, ...args] = argv
  const isSwitch = (arg) => arg.startsWith('-')
  return [program, ...args.filter(isSwitch), '--allow-file-access-from-files', ...args.filter((arg) => !isSwitch(arg))]
}

function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function isRunning(pid) {
  try {
    return pid !== null && process.kill(pid, 0)
  } catch {
    return false
  }
}
