import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { locateToml, setTomlValue } from './toml-lines'

const file = `# Mine. [mcp] stands below.
top = 1

[mcp] # tools
  enabled = true   # yes
config_file = "a # b.json"
other_client = { keep = [1, 2] }

[llm]
fallback_models = [
  "a", # first
  "b]",
] # two
note = """
enabled = [
"""

[[mcp_extra]]
enabled = 1
`

describe('a TOML file', () => {
  it('keeps its comments, its order and what it is not asked about', () => {
    expect(setTomlValue(file, 'mcp', 'enabled', false)).toBe(file.replace('enabled = true ', 'enabled = false '))
    expect(setTomlValue(file, 'mcp', 'config_file', 'c.json')).toBe(file.replace('"a # b.json"', '"c.json"'))
    expect(setTomlValue(file, 'llm', 'fallback_models', ['x'])).toBe(
      file.replace(/\[\n {2}"a"[^\]]*\]",\n\]/, '[ "x" ]'),
    )
    expect(setTomlValue(file, 'mcp', 'enabled', undefined)).toBe(file.replace('  enabled = true   # yes\n', ''))
  })

  it('gets a new key at the end of its table, and a new table at its own end', () => {
    expect(setTomlValue(file, 'mcp', 'local_tools', true)).toBe(
      file.replace('keep = [1, 2] }\n', 'keep = [1, 2] }\nlocal_tools = true\n'),
    )
    expect(setTomlValue(file, 'limits', 'cost', 2.5)).toBe(`${file}\n[limits]\ncost = 2.5\n`)
    expect(setTomlValue('', 'limits', 'cost', 1)).toBe('[limits]\ncost = 1\n')
  })

  it('keeps its line ends', () => {
    expect(setTomlValue('[a]\r\nx = 1\r\n', 'a', 'x', 2)).toBe('[a]\r\nx = 2\r\n')
  })

  it('that writes a key in another way is left alone, and the error says so', () => {
    expect(() => setTomlValue('mcp.enabled = true\n', 'mcp', 'enabled', false)).toThrow(
      /mcp\.enabled .*Change it in the file/,
    )
    expect(() => setTomlValue('[mcp]\n"enabled" = true\n', 'mcp', 'enabled', false)).toThrow(/cannot be edited here/)
  })

  it('says where a key is, or its table', () => {
    expect(locateToml(file, 'mcp', 'enabled')).toEqual({ line: 5, column: 3 })
    expect(locateToml(file, 'llm', 'missing')).toEqual({ line: 9, column: 1 })
  })

  it('says after any edit what was set and nothing else new', () => {
    const value = fc.oneof(
      fc.boolean(),
      fc.integer(),
      fc.string(),
      fc.array(fc.string()),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.string()),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('mcp', 'llm', 'limits'),
        fc.constantFrom('enabled', 'fallback_models', 'fresh'),
        value,
        (table, key, set) => {
          const before = parse(file)
          const after = parse(setTomlValue(file, table, key, set))
          expect(after).toEqual({ ...before, [table]: { ...(before[table] as object), [key]: set } })
          expect(setTomlValue(file, table, key, set)).toContain('# Mine. [mcp] stands below.')
        },
      ),
    )
  })
})
