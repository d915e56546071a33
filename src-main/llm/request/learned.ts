import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { type LeftOut, leftOut } from '@shared/contract/models'
import { makeFolder, pathIn } from '../../base/files/plain-file'
import { replacePlain } from '../../base/files/replace-file'
import { addressOf } from '../key-grants'

/** Parts of requests that each model refused at each endpoint; later requests leave them out. */
export interface Learned {
  of(baseUrl: string, model: string): readonly LeftOut[]
  /** Adds to the stored entries; a later entry replaces one of the same name. */
  learn(baseUrl: string, model: string, entries: readonly LeftOut[]): Promise<void>
  forget(baseUrl: string, model: string): Promise<void>
}

const stored = z.object({ address: z.string(), model: z.string(), left_out: z.array(leftOut).max(50) })

/** Stored in memory only. */
export function createLearned(): Learned {
  const known = new Map<string, readonly LeftOut[]>()
  const keyOf = (baseUrl: string, model: string) => JSON.stringify([addressOf(baseUrl), model])
  return {
    of: (baseUrl, model) => known.get(keyOf(baseUrl, model)) ?? [],
    async learn(baseUrl, model, entries) {
      known.set(keyOf(baseUrl, model), merge(known.get(keyOf(baseUrl, model)) ?? [], entries))
    },
    async forget(baseUrl, model) {
      known.delete(keyOf(baseUrl, model))
    },
  }
}

/**
 * Stored on this machine: a file per endpoint and model in `folder`. An unreadable file counts as empty; an entry that
 * cannot be written is remembered until the app ends.
 */
export function openLearned(folder: string): Learned {
  const unwritten = createLearned()
  const nameOf = (baseUrl: string, model: string) =>
    `${createHash('sha256')
      .update(JSON.stringify([addressOf(baseUrl), model]))
      .digest('hex')}.json`
  const read = (baseUrl: string, model: string): readonly LeftOut[] => {
    try {
      return stored.parse(parseJson(readFileSync(join(folder, nameOf(baseUrl, model)), 'utf8'))).left_out
    } catch {
      return []
    }
  }
  const of = (baseUrl: string, model: string) => merge(read(baseUrl, model), unwritten.of(baseUrl, model))
  return {
    of,
    async learn(baseUrl, model, entries) {
      const all: z.infer<typeof stored> = {
        address: addressOf(baseUrl),
        model,
        left_out: [...merge(of(baseUrl, model), entries)],
      }
      try {
        await makeFolder(folder)
        await replacePlain(pathIn(folder, nameOf(baseUrl, model)), `${JSON.stringify(all, null, 2)}\n`)
      } catch {
        await unwritten.learn(baseUrl, model, entries)
      }
    },
    async forget(baseUrl, model) {
      await unwritten.forget(baseUrl, model)
      await rm(join(folder, nameOf(baseUrl, model)), { force: true })
    },
  }
}

const merge = (known: readonly LeftOut[], entries: readonly LeftOut[]): readonly LeftOut[] => [
  ...known.filter(({ name }) => !entries.some((entry) => entry.name === name)),
  ...entries,
]
