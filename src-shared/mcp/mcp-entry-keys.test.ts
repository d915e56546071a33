import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseEntry } from './mcp-entry'
import { ENTRY_KEYS } from './mcp-entry-keys'

const documented = readFileSync(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8').replaceAll('\n  ', ' ')

describe('keys of an entry', () => {
  it('are documented with the words of the window', () => {
    const items = ENTRY_KEYS.map(
      ({ key, default: byDefault, meaning }) => `- \`${key}\`${byDefault && ` (${byDefault})`}: ${meaning}`,
    )
    expect(documented).toContain(items.join('\n'))
  })

  it.each(ENTRY_KEYS.filter(({ expands }) => expands))('references in $key are expanded', ({ key, kind, of }) => {
    const reference = '${HOME_OF_TEST}'
    const text = key === 'url' ? `http://${reference}/` : reference
    const value = { texts: [text], table: { name: text }, sign_in: { clientId: text } }[kind as string] ?? text
    const { server } = parseEntry(
      'a',
      { ...(of === 'stdio' ? { command: 'node' } : { url: 'http://localhost/' }), [key]: value },
      { HOME_OF_TEST: 'expanded' },
    )
    const used = JSON.stringify({ ...server, written: undefined })
    expect(used).toContain('expanded')
    expect(used).not.toContain('HOME_OF_TEST')
  })
})
