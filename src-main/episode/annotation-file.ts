import { z } from 'zod'
import { ExpectedError, isExpected } from '@shared/base/expected-error'
import { parseJson } from '@shared/base/json/bound-json'
import { noAnnotations, tagsFrom, titleFrom } from '@shared/episode/log/annotate'
import { annotations, type Annotations } from '@shared/episode/log/annotations'
import { pathInside, readPlain } from '../base/files/plain-file'
import { replaceLocked } from '../base/files/replace-file'
import { withLock } from '../base/files/with-lock'
import { writeError } from '../base/files/write-error'

/** A file beside the log with the user's title, tags, bookmarks and notes. The episode is complete without it. */
const ANNOTATION_FILE = 'annotations.json'
const LONGEST_BYTES = 64 << 20
const placeOf = (folder: string) => pathInside(folder, ANNOTATION_FILE)

const file = annotations.extend({ format: z.literal(1) })

/** Empty if there is no file. Throws for an unreadable one, because the user's texts in it must not be overwritten. */
export async function readAnnotations(folder: string): Promise<Annotations> {
  const bytes = await readPlain(placeOf(folder), LONGEST_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (bytes === null) return noAnnotations
  try {
    return parse(bytes.toString())
  } catch {
    throw new ExpectedError(
      'bad_file',
      `${placeOf(folder).path} is damaged. Repair it or move it away; nothing was changed.`,
    )
  }
}

function parse(text: string): Annotations {
  const { title, turns, tags } = file.parse(parseJson(text))
  return { title: titleFrom(title ?? ''), turns, tags: tagsFrom(tags) }
}

/** Throws `not_possible` for a text that could not be read again, which would lose all annotations. */
function refuseUnreadable(text: string, path: string): void {
  try {
    if (Buffer.byteLength(text) <= LONGEST_BYTES) return void parse(text)
  } catch {
    // The check below reports the error.
  }
  throw new ExpectedError('not_possible', `Not saved: ${path} would become too large to read. Delete notes first.`)
}

/**
 * Changes run one after another, across processes too. Rejects like `withLock`, with `bad_file` for a damaged file, and
 * with `not_possible` if the file would become too large.
 */
export class AnnotationWriter {
  #tail: Promise<unknown> = Promise.resolve()

  change(folder: string, apply: (before: Annotations) => Annotations): Promise<void> {
    const place = placeOf(folder)
    const done = this.#tail.then(() =>
      withLock(place, async () => {
        const before = await readAnnotations(folder).catch((error: unknown) => {
          throw isExpected(error, 'not_plain') ? writeError('Not saved', place.path, error) : error
        })
        const text = `${JSON.stringify({ format: 1, ...apply(before) }, null, 2)}\n`
        refuseUnreadable(text, place.path)
        await replaceLocked(place, text).catch((error: unknown) => {
          throw writeError('Not saved', place.path, error)
        })
      }),
    )
    this.#tail = done.catch(() => undefined)
    return done
  }
}
