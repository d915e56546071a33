import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noAnnotations, titleFrom } from '@shared/episode/annotate'
import { annotations, type Annotations } from '@shared/episode/annotations'
import { z } from 'zod'
import { notWritten } from '../files/not-written'
import { replaceFile } from '../files/replace-file'

/** Beside the log: the reader's title, bookmarks and notes. Deleting it loses nothing of the episode. */
const ANNOTATION_FILE = 'annotations.json'

const file = annotations.extend({ format: z.literal(1) })

/** Empty if there is no file. Throws for one that is there and cannot be read: it is somebody's writing, not to be lost. */
export async function readAnnotations(folder: string): Promise<Annotations> {
  const text = await readFile(join(folder, ANNOTATION_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return noAnnotations
  try {
    const { title, turns } = file.parse(JSON.parse(text))
    return { title: titleFrom(title ?? ''), turns }
  } catch {
    throw new Error(`${join(folder, ANNOTATION_FILE)} is damaged. Repair it or move it away; nothing was changed.`)
  }
}

/** Changes are made one after another, each to what the one before left, and each replaces the file whole. Rejects with `cannot_write`. */
export class AnnotationWriter {
  #tail: Promise<unknown> = Promise.resolve()

  change(folder: string, apply: (before: Annotations) => Annotations): Promise<void> {
    const path = join(folder, ANNOTATION_FILE)
    const done = this.#tail.then(async () => {
      const text = `${JSON.stringify({ format: 1, ...apply(await readAnnotations(folder)) }, null, 2)}\n`
      await replaceFile(path, text).catch((error: unknown) => { throw notWritten('Not saved', path, error) })
    })
    this.#tail = done.catch(() => undefined)
    return done
  }
}
