import { basename, dirname } from 'node:path'
import { EPISODE_FILE_ENDING, LONGEST_OPENED_BYTES } from '@shared/episode/episode-file'
import { ExpectedError } from '@shared/expected-error'

/** Refuses with `not_possible` what a window could not hold whole, and says how to cut it. */
export function refuseTooLong(folder: string, bytes: number): void {
  if (bytes <= LONGEST_OPENED_BYTES) return
  const id = basename(folder)
  throw new ExpectedError(
    'not_possible',
    `The log of ${id} is ${megabytes(bytes)} MB long, and a window holds at most ${megabytes(LONGEST_OPENED_BYTES)} MB. Cut out the turns to look at, and open the file that comes of it: zorkgpt export ${id} --from TURN --to TURN --out ${id}${EPISODE_FILE_ENDING} --data ${quoted(dirname(folder))}`,
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / (1 << 20))

/** As a shell takes it. */
const quoted = (path: string) => (/^[-\w./:\\]+$/.test(path) ? path : `"${path}"`)
