import { isExpected } from '@shared/base/expected-error'
import { type HostApi, isCommand } from '@shared/contract/contract'
import type { SecretMask } from './secret-mask'

export function maskError<Thrown>(error: Thrown, mask: SecretMask): Thrown {
  if (error instanceof Error) {
    // Assigning would fail for a DOMException, whose message is read-only.
    const put = (name: string, value: unknown) =>
      Object.defineProperty(error, name, { value, writable: true, configurable: true })
    put('message', mask.text(error.message))
    if (error.stack !== undefined) put('stack', mask.text(error.stack))
    if (isExpected(error)) put('detail', mask.deep(error.detail))
  }
  return error
}

type Command = (params: never) => Promise<unknown>
type Feed = (params: never, signal: AbortSignal) => AsyncIterable<unknown>

/** Wraps the API so that errors of its commands and feeds are masked. */
export function maskErrors(api: HostApi, mask: SecretMask): HostApi {
  const rethrow = (error: unknown): never => {
    throw maskError(error, mask)
  }
  const maskCommand =
    (command: Command): Command =>
    (params) =>
      command(params).catch(rethrow)
  const maskErrorsOf = (feed: Feed): Feed =>
    async function* (params, signal) {
      try {
        yield* feed(params, signal)
      } catch (error) {
        rethrow(error)
      }
    }
  const masked = Object.entries(api).map(([name, method]) => [
    name,
    isCommand(name) ? maskCommand(method as Command) : maskErrorsOf(method as Feed),
  ])
  return Object.fromEntries(masked) as HostApi
}

export async function* maskFeed<Batch>(feed: AsyncIterable<Batch>, mask: SecretMask): AsyncGenerator<Batch> {
  for await (const batch of feed) yield mask.deep(batch)
}
