import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')

it('each server of the app limits its connections', () => {
  const sources = globSync('src-main/**/*.ts', { cwd: root }).filter((file) => !/\.(?:test|testkit)\.ts$/.test(file))
  const servers = sources
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .filter((text) => text.includes('createServer('))
  expect(servers.length).toBeGreaterThan(2)
  for (const text of servers) expect(text).toContain('listenOnLoopback(')
})
