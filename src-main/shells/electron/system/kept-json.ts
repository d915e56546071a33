import { readFileSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'

/**
 * A value in a small file of the shell. An unreadable file counts as missing; after a failed write the value is lost at
 * exit.
 */
export function keptJson<Value>(file: string, schema: z.ZodType<Value>, missing: Value) {
  let value = read()
  function read(): Value {
    try {
      return schema.parse(tryParseJson(readFileSync(file, 'utf8')))
    } catch {
      return missing
    }
  }
  return {
    get: () => value,
    set(next: Value): void {
      value = next
      try {
        writeFileSync(file, `${JSON.stringify(next)}\n`)
      } catch {
        // The disk may be full or the folder read-only.
      }
    },
  }
}
