import { type HostApi, isCommand } from '@shared/contract/contract'
import { isExpected } from '@shared/expected-error'
import type { SecretMask } from './secret-mask'

/** The same error, with what must not be read taken out of its words. */
export function maskError<Thrown>(error: Thrown, mask: SecretMask): Thrown {
  if (error instanceof Error) {
    error.message = mask.text(error.message)
    if (error.stack !== undefined) error.stack = mask.text(error.stack)
    if (isExpected(error)) Object.assign(error, { detail: mask.deep(error.detail) })
  }
  return error
}

/** The api with the same done to everything its commands throw. */
export function maskErrors(api: HostApi, mask: SecretMask): HostApi {
  const commands = Object.entries(api).filter(([name]) => isCommand(name))
  const masked = commands.map(([name, method]) => {
    const command = method as (params: never) => Promise<unknown>
    return [name, (params: never) => command(params).catch((error: unknown) => Promise.reject(maskError(error, mask)))]
  })
  return { ...api, ...Object.fromEntries(masked) }
}
