import { readFileSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import { tryParseJson } from '@shared/base/json/bound-json'

/** A small file of the shell. An unreadable one counts as missing; a failed write is forgotten at the end. */
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
        // A full disk or a read-only folder.
      }
    },
  }
}
