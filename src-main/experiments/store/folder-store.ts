import { randomBytes } from 'node:crypto'
import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ExpectedError } from '@shared/base/expected-error'
import { makePlainFolder } from '../../base/files/make-folder'
import { notWritten } from '../../base/files/not-written'
import { openPlain, type RootedPath, pathIn, readPlain } from '../../base/files/plain-file'
import { isObjectName, type ObjectStore, type StoredObject, tooLong } from './object-store'

/** Files that are being written end so; no object does. */
const DRAFT = '~'

/** A folder that all machines see, as on NFS. */
export function openFolderStore(root: string): ObjectStore {
  const placeOf = (name: string): RootedPath => {
    if (!isObjectName(name)) throw new Error(`"${name}" is no name of an object.`)
    return pathIn(root, ...name.split('/'))
  }
  /** Whole, under a name of its own, and then under its own name. */
  const write = async <Result>(
    name: string,
    bytes: Uint8Array,
    finish: (draft: string, path: string) => Promise<Result>,
  ): Promise<Result> => {
    const place = placeOf(name)
    const draft: RootedPath = { root, path: `${place.path}.${randomBytes(8).toString('hex')}${DRAFT}` }
    try {
      await makePlainFolder({ root, path: dirname(place.path) })
      const file = await openPlain(draft, 'begin anew')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      return await finish(draft.path, place.path)
    } catch (error) {
      throw notWritten(`It was not kept in ${root}`, place.path, error)
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
      const place = placeOf(name)
      try {
        if ((await stat(place.path)).size > limitBytes) throw tooLong(place.path, limitBytes)
        return await readPlain(place, limitBytes)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        if (error instanceof ExpectedError) throw error
        throw new ExpectedError('not_received', `${place.path} cannot be read: ${(error as Error).message}.`)
      }
    },
    async list(folder) {
      const found: StoredObject[] = []
      await walk(root, folder, found)
      return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
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
