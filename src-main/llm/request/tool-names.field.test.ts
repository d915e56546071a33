import { describe, expect, it } from 'vitest'
import { createToolNames } from './tool-names'

/** Servers and tools of public reports, each with the name that is sent. */
const LONG: readonly (readonly [source: string, server: string, tool: string, wire: string])[] = [
  [
    'Cline names servers by their address',
    'github.com/modelcontextprotocol/servers/tree/main/src/time',
    'get_current_time',
    'lcontextprotocol_servers_tree_main_src_time_get_current_time',
  ],
  [
    'mcp-playwright#145',
    'github.com/executeautomation/mcp-playwright-in-a-very-long-folder',
    'playwright_iframe_click',
    'mation_mcp-playwright-in-a-very-long-folder_playwright_iframe_click',
  ],
  [
    'cloudflare/skills#11',
    'plugin_cloudflare_cloudflare-workers-observability',
    'query_worker_observability',
    'cloudflare_cloudflare-workers-observability__query_worker_observability',
  ],
  ['fastapi_mcp#161', 's', `get_items_${'x'.repeat(60)}_get`, `ems_${'x'.repeat(60)}_get`],
]

describe('a name that is longer than endpoints allow', () => {
  it.each(LONG)('%s: keeps the name of its tool', (_source, server, tool, wire) => {
    const name = `${server}.${tool}`
    const table = createToolNames([name])
    const sent = table.encode(name)
    expect(sent).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/)
    expect(sent.endsWith(tool.slice(-60))).toBe(true)
    expect(wire.endsWith(sent.slice(-50))).toBe(true)
    expect(table.decode(sent)).toBe(name)
  })

  it('two servers whose names have the same end have two names (xagent#1342)', () => {
    const names = ['a', 'b'].map((letter) => `${letter}${'x'.repeat(80)}.look`)
    const table = createToolNames(names)
    expect(new Set(names.map(table.encode)).size).toBe(2)
    for (const name of names) expect(table.encode(name)).toContain('look')
    expect(names.map((name) => table.decode(table.encode(name)))).toEqual(names)
  })
})
