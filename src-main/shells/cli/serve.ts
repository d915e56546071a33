import { join } from 'node:path'
import { serveClients } from '../serve-clients'
import { startWebShell } from '../web/server'
import { readArguments, readNumber } from './command/arguments'
import type { CommandContext } from './command/command-context'
import { dataFolderOf, openWindowHost } from './command/open-host'

/** `zorkgpt serve`: serves the window to a browser on the loopback interface, until interrupted. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArguments('serve', args, 0)
  const port = readNumber(values.port, 'port', 0, 65_535) ?? 0
  let interrupt = () => {}
  const interrupted = new Promise<void>((resolve) => (interrupt = resolve))
  const host = await openWindowHost(values, context, interrupt)
  const clients = serveClients(host, dataFolderOf(values, context))
  try {
    const shell = await startWebShell({ host, rendererFolder: join(context.appRoot, 'out', 'renderer'), port })
    // Must precede the next line, because a program that reads the address may interrupt at once.
    context.onInterrupt(interrupt)
    context.printLine(`ready ${shell.url}`)
    await interrupted
    await shell.close()
    return 0
  } finally {
    await (await clients).close()
    await host.close()
  }
}
