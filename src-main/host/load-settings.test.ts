import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { settings } from '@shared/config/settings'
import fc from 'fast-check'
import { stringify } from 'smol-toml'
import { afterAll, describe, expect, it } from 'vitest'
import { loadSettings } from './load-settings'

const folder = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const someSettings = fc.record({
  mcp: fc.record({ enabled: fc.boolean(), config_file: fc.string({ minLength: 1 }), max_tool_iterations: fc.integer({ min: 1, max: 100 }), tool_call_timeout_seconds: fc.integer({ min: 1, max: 600 }), server_startup_timeout_seconds: fc.integer({ min: 1, max: 600 }), force_tool_support: fc.boolean() }, { requiredKeys: [] }),
  llm: fc.record({ agent_model: fc.stringMatching(/^[a-z0-9/:._-]{1,40}$/), fallback_models: fc.array(fc.string(), { maxLength: 3 }) }, { requiredKeys: [] }),
  retry: fc.record({ max_retries: fc.nat(20), circuit_breaker_enabled: fc.boolean() }, { requiredKeys: [] }),
}, { requiredKeys: [] })

describe('a settings file', () => {
  it('P4: a zorkgpt.toml is loaded with the values it holds', async () => {
    await fc.assert(
      fc.asyncProperty(someSettings, async (given) => {
        expect(await loadSettings(write('zorkgpt.toml', stringify(given)))).toEqual(settings.parse(given))
      }),
      { numRuns: 100 },
    )
  })

  it('P4: so are the tables of a pyproject.toml (R2.4), beside tables and keys that are not ours', async () => {
    const foreign = { project: { name: 'x' }, tool: { ruff: { line_length: 120 } } }
    await fc.assert(
      fc.asyncProperty(someSettings, async (given) => {
        const file = { ...foreign, tool: { ...foreign.tool, zorkgpt: { ...given, mcp: { ...given.mcp, no_key_of_ours: 1 }, simple_memory: { size: 3 } } } }
        expect(await loadSettings(write('pyproject.toml', stringify(file)))).toEqual(settings.parse(given))
      }),
      { numRuns: 100 },
    )
  })

  it('R2.4: is read in the form that the specification shows', async () => {
    const text = '[tool.zorkgpt.mcp]\nenabled = true\nconfig_file = "mcp_config.json"\nmax_tool_iterations = 20\ntool_call_timeout_seconds = 30\nserver_startup_timeout_seconds = 10\nforce_tool_support = false\n'
    expect((await loadSettings(write('pyproject.toml', text))).mcp).toMatchObject({ enabled: true, max_tool_iterations: 20 })
  })

  it('that is shipped switches MCP on', async () => {
    expect((await loadSettings(resolve(import.meta.dirname, '../../zorkgpt.toml'))).mcp).toMatchObject({ enabled: true, config_file: 'mcp_config.json' })
  })

  it('that cannot be used is named, with the key and what is wrong', async () => {
    const path = join(folder, 'zorkgpt.toml')
    await expect(loadSettings(join(folder, 'missing.toml'))).rejects.toThrow(/There is no settings file .*missing\.toml/)
    await expect(loadSettings(write('zorkgpt.toml', '[mcp]\nenabled = maybe\n'))).rejects.toThrow(`${path} is not valid TOML, line 2`)
    await expect(loadSettings(write('zorkgpt.toml', '[mcp]\nmax_tool_iterations = 0\n'))).rejects.toThrow(`${path}: mcp.max_tool_iterations`)
  })
})
