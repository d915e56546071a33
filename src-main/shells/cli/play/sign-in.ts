import { visibleLine } from '@shared/base/visible-text'
import type { HostApi } from '@shared/contract/contract'
import type { CommandContext } from '../command/command-context'

/**
 * Signs in to a server of the saved file: prints the address, to be opened in a browser of this computer, and waits.
 */
export async function signInAtTerminal(
  api: Pick<HostApi, 'signInToMcpServer'>,
  server: string,
  { printLine }: Pick<CommandContext, 'printLine'>,
  signal: AbortSignal,
): Promise<void> {
  const name = visibleLine(server, 100)
  let printed: string | null = null
  for await (const { address, failure, isDone } of api.signInToMcpServer({ text: null, server }, signal)) {
    if (address !== null && address !== printed) {
      printLine(`Open this address in a browser on this computer, and sign in to ${name} there:\n${address}`)
      printed = address
    }
    if (failure !== null) printLine(failure)
    if (isDone) printLine(`Signed in to ${name}, until this program ends.`)
  }
}
