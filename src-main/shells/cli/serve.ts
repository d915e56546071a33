import { join } from 'node:path'
import { startWebShell } from '../web/server'
import { readArguments, readNumber } from './arguments'
import { COMMAND_OPTIONS } from './command-table'
import { serveClients } from '../serve-clients'
import { dataFolderOf, onInterrupt, openHost } from './open-host'
import { say } from '../../base/terminal/say'

/** `zorkgpt serve`: the window in a browser, on the loopback interface, until interrupted. */
export async function run(args: readonly string[], appRoot: string): Promise<number> {
  const { values } = readArguments(args, COMMAND_OPTIONS.serve, 0)
  const port = readNumber(values.port, 'port', 0, 65_535) ?? 0
  const host = await openHost(values, appRoot, 'web')
  const clients = serveClients(host, dataFolderOf(values))
  try {
    const shell = await startWebShell({ host, rendererFolder: join(appRoot, 'out', 'renderer'), port })
    // Listened to before anybody can know whom to interrupt.
    const interrupted = new Promise<void>((resolve) => void onInterrupt(resolve))
    say(`ready ${shell.url}`)
    await interrupted
    await shell.close()
    return 0
  } finally {
    await (await clients).close()
    await host.close()
  }
}
