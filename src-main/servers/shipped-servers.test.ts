import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { SHIPPED_SERVERS } from '@shared/mcp/shipped-servers'
import { servers } from '../../build/scripts/outputs.mjs'

it('every server that ships with the app has an entry file, is built, and is marked as trusted or not', () => {
  const entries = globSync('*.ts', { cwd: join(import.meta.dirname) }).filter((file) => !file.endsWith('.test.ts'))
  const names = entries.map((file) => basename(file, '.ts')).toSorted()
  expect(servers.toSorted()).toEqual(names)
  expect(Object.keys(SHIPPED_SERVERS).toSorted()).toEqual(names)
})
