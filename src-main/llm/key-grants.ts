import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { makeFolder, pathIn } from '../base/files/plain-file'
import { replacePlain } from '../base/files/replace-file'
import { writeError } from '../base/files/write-error'
import { trustedEndpointOf } from './find-profile'

/**
 * Which key may be sent to which address. A key belongs to the address that it was entered for: a log or settings file
 * from elsewhere may name any address, and the owner of that address could use the key.
 */
export interface KeyGrants {
  /** `key` is the name of the secret or of the variable, `address` as `addressOf` writes it. */
  isGranted(key: string, address: string): boolean
  /** The known addresses of the key. */
  addressesOf(key: string): readonly string[]
  /** Rejects with `cannot_write`. */
  grant(key: string, address: string): Promise<void>
  /** Forgets what the user agreed to for this key. Rejects with `cannot_write`. */
  revoke(key: string): Promise<void>
}

const grant = z.object({ key: z.string(), address: z.string() })
type Grant = Readonly<z.infer<typeof grant>>

/** `folder` has one file per pair that the user agreed to. An unreadable file grants nothing. */
export function openKeyGrants(folder: string): KeyGrants {
  const nameOf = ({ key, address }: Grant) =>
    createHash('sha256')
      .update(JSON.stringify([key, address]))
      .digest('hex')
  const agreedTo = (key: string) =>
    namesIn(folder)
      .flatMap((name) => readGrant(join(folder, name)) ?? [])
      .filter((pair) => pair.key === key)
  return {
    isGranted: (key, address) =>
      trustedEndpointOf(key)?.isAt(address) === true || existsSync(join(folder, nameOf({ key, address }))),
    addressesOf(key) {
      const home = trustedEndpointOf(key)
      return [...(home ? [home.address] : []), ...agreedTo(key).map(({ address }) => address)]
    },
    async grant(key, address) {
      const pair: Grant = { key, address }
      try {
        await makeFolder(folder)
        await replacePlain(pathIn(folder, nameOf(pair)), `${JSON.stringify(pair)}\n`)
      } catch (error) {
        throw writeError('Your consent could not be saved', folder, error)
      }
    },
    async revoke(key) {
      try {
        for (const pair of agreedTo(key)) await rm(join(folder, nameOf(pair)), { force: true })
      } catch (error) {
        throw writeError('Your consent could not be withdrawn', folder, error)
      }
    },
  }
}

/**
 * The part of a base URL that keys belong to: host, path and query, because one host may serve many endpoints. User
 * name and password are removed, and the host is normalized, so that no host looks like another.
 */
export function addressOf(baseUrl: string): string {
  const url = URL.parse(baseUrl)
  return url === null ? baseUrl : `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}`
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readGrant(file: string): Grant | null {
  try {
    return grant.parse(parseJson(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
