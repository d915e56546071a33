import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { makeFolder, pathIn } from '../base/files/plain-file'
import { writeError } from '../base/files/write-error'
import { replacePlain } from '../base/files/replace-file'
import { homeOf } from './profiles'

/**
 * Which key may be sent to which address. A key belongs to the address it was entered for: a foreign log or settings
 * file may name any address, and its owner could use the key.
 */
export interface KeyAddresses {
  /** `key` is the name of the secret or of the variable, `address` as `addressOf` writes it. */
  isGivenFor(key: string, address: string): boolean
  /** The known addresses of the key. */
  addressesOf(key: string): readonly string[]
  /** Rejects with `cannot_write`. */
  give(key: string, address: string): Promise<void>
}

const given = z.object({ key: z.string(), address: z.string() })
type Given = Readonly<z.infer<typeof given>>

/** `folder` has one file per pair that the user agreed to. An unreadable file grants nothing. */
export function openKeyAddresses(folder: string): KeyAddresses {
  const nameOf = ({ key, address }: Given) =>
    createHash('sha256')
      .update(JSON.stringify([key, address]))
      .digest('hex')
  return {
    isGivenFor: (key, address) =>
      homeOf(key)?.isAt(address) === true || existsSync(join(folder, nameOf({ key, address }))),
    addressesOf(key) {
      const home = homeOf(key)
      const agreed = namesIn(folder).flatMap((name) => readGiven(join(folder, name)) ?? [])
      const others = agreed.filter((pair) => pair.key === key).map(({ address }) => address)
      return [...(home ? [home.address] : []), ...others]
    },
    async give(key, address) {
      const pair: Given = { key, address }
      try {
        await makeFolder(folder)
        await replacePlain(pathIn(folder, nameOf(pair)), `${JSON.stringify(pair)}\n`)
      } catch (error) {
        throw writeError('Your consent could not be saved', folder, error)
      }
    },
  }
}

/**
 * The part of a base URL that keys belong to: host and path, because one host may serve many. Names and passwords are
 * dropped, and the host is normalized so that none looks like another.
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

function readGiven(file: string): Given | null {
  try {
    return given.parse(parseJson(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
