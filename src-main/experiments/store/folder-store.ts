import { randomBytes } from 'node:crypto'
import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { makePlainFolder, openPlain, pathIn, readPlain, type RootedPath } from '../../base/files/plain-file'
import { writeError } from '../../base/files/write-error'
import { isObjectName, type ObjectStore, type StoredObject, tooLong } from './object-store'

/** The ending of files that are being written; no object name has it. */
const DRAFT_ENDING = '~'

/** A folder that all machines share, as on NFS. */
export function openFolderStore(root: string): ObjectStore {
  const pathOf = (name: string): RootedPath => {
    if (!isObjectName(name)) throw new Error(`"${name}" is not a valid object name.`)
    return pathIn(root, ...name.split('/'))
  }
  /** Writes a draft, which `finish` moves to `path`. */
  const write = async <Result>(
    name: string,
    bytes: Uint8Array,
    finish: (draft: string, path: string) => Promise<Result>,
  ): Promise<Result> => {
    const target = pathOf(name)
    const draft: RootedPath = { root, path: `${target.path}.${randomBytes(8).toString('hex')}${DRAFT_ENDING}` }
    try {
      await makePlainFolder({ root, path: dirname(target.path) })
      const file = await openPlain(draft, 'create')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      return await finish(draft.path, target.path)
    } catch (error) {
      throw writeError(`Not saved in ${root}`, target.path, error)
    } finally {
      await rm(draft.path, { force: true }).catch(() => {})
    }
  }
  return {
    name: root,
    put: (name, bytes) => write(name, bytes, rename),
    putNew: (name, bytes) =>
      write(name, bytes, (draft, path) =>
        link(draft, path).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EEXIST') return false
            throw error
          },
        ),
      ),
    async get(name, limitBytes) {
      const target = pathOf(name)
      try {
        if ((await stat(target.path)).size > limitBytes) throw tooLong(target.path, limitBytes)
        return await readPlain(target, limitBytes)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        if (error instanceof ExpectedError) throw error
        throw new ExpectedError('not_received', `${target.path} cannot be read: ${(error as Error).message}.`)
      }
    },
    async list(folder) {
      const found: StoredObject[] = []
      await walk(root, folder, found)
      return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
  }
}

async function walk(root: string, folder: string, found: StoredObject[]): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new ExpectedError('not_received', `${join(root, folder)} cannot be read: ${error.message}.`)
  })
  for (const entry of entries) {
    const name = `${folder}${entry.name}`
    if (!isObjectName(name)) continue
    if (entry.isDirectory()) await walk(root, `${name}/`, found)
    else if (entry.isFile()) {
      const size = await stat(join(root, name)).then(
        (stats) => stats.size,
        () => null,
      )
      if (size !== null) found.push({ name, size })
    }
  }
}
