import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Deed, GameSession } from './game-session'

/** First line of the file: which game the deeds on the lines after it are of. */
const head = z.object({ format: z.literal(1), story_sha256: z.string(), seed: z.number().int() })
const name = z.string()
const deed: z.ZodType<Deed> = z.union([z.strictObject({ play: z.string() }), z.strictObject({ save: name }), z.strictObject({ restore: name }), z.strictObject({ undo: z.literal(true) })])

export interface StateFile {
  /** Puts one more deed at the end of the file; on disk when this returns. */
  append(done: Deed): void
}

/**
 * Opens the file that keeps a game across restarts: what was done is done again in `session`, which has just begun. The game is a pure
 * function of its seed and its deeds, so nothing else need be kept. A last line that was cut off is dropped. Throws an Error that names
 * the file when it is another story's or cannot be read; then nothing is written to it.
 */
export function openStateFile(path: string, session: GameSession, seed: number): StateFile {
  const { sha256 } = session.story.identity
  if (!existsSync(path)) writeFileSync(path, `${JSON.stringify({ format: 1, story_sha256: sha256, seed } satisfies z.input<typeof head>)}\n`)
  else {
    const text = readFileSync(path, 'utf8')
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    const [first = '', ...lines] = whole.split('\n').slice(0, -1)
    const begun = parseLine(head, first, path, 1)
    if (begun.story_sha256 !== sha256) throw new Error(`The state file ${path} belongs to another story (SHA-256 ${begun.story_sha256}), not to ${session.story.fileName} (${sha256}). Name another file with TEXT_ADVENTURE_STATE.`)
    if (begun.seed !== seed) throw new Error(`The state file ${path} was begun with seed ${begun.seed}, not ${seed}. Set TEXT_ADVENTURE_SEED to ${begun.seed}, or name another file.`)
    for (const [index, line] of lines.entries()) session.do(parseLine(deed, line, path, index + 2))
    if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole))
  }
  return { append: (done) => appendFileSync(path, `${JSON.stringify(done)}\n`) }
}

function parseLine<Schema extends z.ZodType>(schema: Schema, line: string, path: string, number: number): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw new Error(`The state file ${path} is not one of this server: line ${number} cannot be read. It is left as it is; name another with TEXT_ADVENTURE_STATE.`)
  }
}
