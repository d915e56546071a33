import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { makeFolder } from '../base/files/make-folder'
import { notWritten } from '../base/files/not-written'
import { pathIn } from '../base/files/plain-file'
import { replacePlain } from '../base/files/replace-file'
import { homeOf } from './profiles'

/**
 * Which key may be sent where. A key belongs to the address that it was given for: a log or a settings file of somebody
 * else may name any address, and whoever listens there could use the key from then on.
 */
export interface KeyAddresses {
  /** `key` is the name of the secret or of the variable, `address` as `addressOf` writes it. */
  isGivenFor(key: string, address: string): boolean
  /** As far as it is known. */
  addressesOf(key: string): readonly string[]
  /** Rejects with `cannot_write`. */
  give(key: string, address: string): Promise<void>
}

const given = z.object({ key: z.string(), address: z.string() })
type Given = Readonly<z.infer<typeof given>>

/** `folder` has a file for each pair that a person agreed to. One that cannot be read agrees to nothing. */
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
        throw notWritten('What you agreed to could not be kept', folder, error)
      }
    },
  }
}

/**
 * A base URL as keys are given for it: who answers, and under which path, for one host may serve many. Names and
 * passwords in it are no part of that, and a host is written as it is looked up, so that none looks like another.
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
