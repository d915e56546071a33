import { link, rm } from 'node:fs/promises'
import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { examinePlain, openPlain, type RootedPath } from './plain-file'
import { type ProcessIdentity, thisProcess } from './process-identity'

/** A lease as its file shows it. */
export interface LeaseFile {
  /** Unique among all leases, before and after. */
  readonly id: string
  /** Null if the file is incomplete, as while it is being written. */
  readonly holder: ProcessIdentity | null
  readonly refreshedMs: number
}

const content = z.object({
  nonce: z.string().regex(/^[0-9a-f]{32}$/),
  machine: z.string(),
  pid: z.number().int().positive(),
  began: z.string().nullable(),
})
const LONGEST_BYTES = 1024

/** Drafts of leases have this ending. */
export const DRAFT_ENDING = '.new'

/** Null if there is no lease. Rejects with `not_plain`, or with the system's error. */
export async function findLease(place: RootedPath): Promise<LeaseFile | null> {
  const found = await examinePlain(place, LONGEST_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (found === null) return null
  const { ino, mtimeMs } = found.stats
  try {
    const { nonce, ...holder } = content.parse(parseJson(found.bytes.toString()))
    return { id: nonce, holder, refreshedMs: mtimeMs }
  } catch {
    return { id: `torn-${ino}-${Math.round(mtimeMs)}`, holder: null, refreshedMs: mtimeMs }
  }
}

/**
 * Creates the lease of this process. Resolves to false if there is one already. The file appears complete: a kill
 * leaves at most a draft.
 */
export async function beginLease(place: RootedPath, id: string): Promise<boolean> {
  const text = JSON.stringify({ nonce: id, ...thisProcess } satisfies z.input<typeof content>)
  const draft: RootedPath = { root: place.root, path: `${place.path}.${id}${DRAFT_ENDING}` }
  await write(draft, text)
  try {
    await link(draft.path, place.path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
  } finally {
    await rm(draft.path, { force: true })
  }
  // Some file systems and network shares have no hard links.
  return write(place, text).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}

async function write(place: RootedPath, text: string): Promise<void> {
  const file = await openPlain(place, 'create')
  try {
    await file.writeFile(text)
  } catch (error) {
    await rm(place.path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
