import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { locateToml, setTomlValue } from './toml-edit'

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

function isToml(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

describe('a TOML file', () => {
  it('keeps its comments, its order and everything else', () => {
    expect(setTomlValue(file, 'mcp', 'enabled', false)).toBe(file.replace('enabled = true ', 'enabled = false '))
    expect(setTomlValue(file, 'mcp', 'config_file', 'c.json')).toBe(file.replace('"a # b.json"', '"c.json"'))
    expect(setTomlValue(file, 'llm', 'fallback_models', ['x'])).toBe(
      file.replace(/\[\n {2}"a"[^\]]*\]",\n\]/, '[ "x" ]'),
    )
    expect(setTomlValue(file, 'mcp', 'enabled', undefined)).toBe(file.replace('  enabled = true   # yes\n', ''))
  })

  it('gets a new key at the end of its table, and a new table at the end', () => {
    expect(setTomlValue(file, 'mcp', 'local_tools', true)).toBe(
      file.replace('keep = [1, 2] }\n', 'keep = [1, 2] }\nlocal_tools = true\n'),
    )
    expect(setTomlValue(file, 'limits', 'cost', 2.5)).toBe(`${file}\n[limits]\ncost = 2.5\n`)
    expect(setTomlValue('', 'limits', 'cost', 1)).toBe('[limits]\ncost = 1\n')
  })

  it('keeps its line ends', () => {
    expect(setTomlValue('[a]\r\nx = 1\r\n', 'a', 'x', 2)).toBe('[a]\r\nx = 2\r\n')
  })

  it('keeps its byte order mark', () => {
    const marked = `\uFEFF${file}`
    expect(setTomlValue(marked, 'mcp', 'enabled', false)).toBe(marked.replace('enabled = true ', 'enabled = false '))
    expect(locateToml(marked)(['mcp', 'enabled'])).toEqual({ line: 5, column: 3 })
  })

  it('with another spelling of a key is not edited, and the error says so', () => {
    expect(() => setTomlValue('mcp.enabled = true\n', 'mcp', 'enabled', false)).toThrow(
      /mcp\.enabled .*Change it in the file/,
    )
    expect(() => setTomlValue('[mcp]\n"enabled" = true\n', 'mcp', 'enabled', false)).toThrow(/cannot be edited here/)
  })

  it('reports where a key or its table is', () => {
    const placeOf = locateToml(file)
    expect(placeOf(['mcp', 'enabled'])).toEqual({ line: 5, column: 3 })
    expect(placeOf(['llm', 'missing'])).toEqual({ line: 9, column: 1 })
    expect(placeOf(['mcp', 'other_client', 'keep'])).toEqual({ line: 7, column: 1 })
    expect(placeOf(['missing'])).toEqual({ line: 1, column: 1 })
    expect(locateToml('x = 1\nmcp."a.b".command = "c"\n')(['mcp', 'a.b'])).toEqual({ line: 2, column: 1 })
  })

  it.each([
    ['longer than people write', `[mcp]\nenabled = true\n${'# much\n'.repeat(10_000)}`],
    ['with a long list', `[mcp]\nenabled = true\nlist = [${'1,'.repeat(40_000)}]\n`],
  ])('%s is not changed, and no position in it is reported', (_what, long) => {
    expect(() => setTomlValue(long, 'mcp', 'enabled', false)).toThrow(/too long to be edited here/)
    expect(locateToml(long)(['mcp', 'enabled'])).toEqual({ line: 1, column: 1 })
  })

  it.each([
    ['text', `"${'x'.repeat(60_000)}"`],
    ['nesting', `${'['.repeat(900)}${']'.repeat(900)}`],
    ['list', `[${'1,'.repeat(30_000)}]`],
  ])('with a long %s is edited everywhere else', (_what, value) => {
    const long = `[mcp]\nenabled = true\nlong = ${value}\n`
    expect(setTomlValue(long, 'mcp', 'enabled', false)).toBe(long.replace('true', 'false'))
    expect(() => setTomlValue(`x = ${'['.repeat(60_000)}`, 'mcp', 'enabled', false)).toThrow(/nested/)
  })

  it('that is not TOML is not edited', () => {
    expect(() => setTomlValue('[mcp]\n[mcp]\n', 'mcp', 'enabled', false)).toThrow(/redefine/)
  })

  it('keeps everything around a value byte for byte', () => {
    const names = ['fresh', '"enabled "', 'a . c', '"🦄"', '__proto__', 'constructor.prototype', '"a\\"b"']
    const values = [
      `'''\nenabled = 2\n[mcp]\n'''`,
      '[1, # ]\n 2,\n]',
      '{ enabled = 1, a = { b = "}" } }',
      '"a # b"',
      '"""a\\\n b\\""""',
      '1979-05-27T07:32:00Z',
    ]
    const entry = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values))
    const line = fc.oneof(
      entry.map(([name, value]) => `\t${name} = ${value} # '''`),
      fc.constantFrom('', '  ', '# [mcp]', "# '''", '#"""🦄'),
    )
    const table = fc.constantFrom('[llm]', '[[llm]]', '[mcp.more]', '[ "m c" ]', '[__proto__]')
    const lines = (one: fc.Arbitrary<string>) => fc.array(one, { maxLength: 3 }).map((all) => all.join('\n'))
    fc.assert(
      fc.property(
        fc.constantFrom('', '\uFEFF'),
        fc.tuple(lines(line), lines(line), lines(line), lines(fc.oneof(line, table))),
        fc.constantFrom('\n', '\r\n'),
        fc.string({ unit: 'grapheme' }),
        (mark, [top, above, below, rest], lineEnd, set) => {
          const file = [`${mark}${top}`, '[mcp]', above, ' enabled= true# why', below, rest].join('\n')
          const before = file.replaceAll('\n', lineEnd)
          fc.pre(isToml(before))
          const after = setTomlValue(before, 'mcp', 'enabled', set)
          const [start = '', end = ''] = before.split('true')
          expect([after.slice(0, start.length), after.slice(-end.length)]).toEqual([start, end])
          expect(parse(`value = ${after.slice(start.length, -end.length)}`)).toEqual({ value: set })
        },
      ),
    )
  })

  it('has the new value after any edit, and no other change', () => {
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
