import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configText } from '../settings/config-text.testkit'
import { addServer, readDocument, removeServer, setField, setRow } from './mcp-document'
import { mergeConfigs } from './mcp-merge'

const base =
  '{\n  "mcpServers": {\n    // the weather\n    "weather": { "command": "w" },\n    "notes": { "command": "n" }\n  }\n}\n'
const merged = (mine: string, theirs: string, prefer: 'mine' | 'theirs' = 'mine') =>
  mergeConfigs(base, mine, theirs, prefer)

describe('mergeConfigs', () => {
  it('merges changes of different servers by both sides', () => {
    fc.assert(
      fc.property(configText, ({ text, names: [first = '', second] }) => {
        const mine = setField(text, first, 'description', 'of mine')
        const theirs = addServer(second === undefined ? text : removeServer(text, second).text, 'fresh', {
          command: 'f',
        })
        const merge = mergeConfigs(text, mine, theirs, 'mine')
        expect(merge?.conflicts).toEqual([])
        const expected = readDocument(theirs)?.map((server) =>
          server.name === first ? { ...server, description: 'of mine' } : server,
        )
        expect(readDocument(merge?.text ?? '')).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('reports the changes it adopted', () => {
    expect(merged(setField(base, 'weather', 'cwd', '/w'), setField(base, 'notes', 'cwd', '/n'))?.taken).toEqual([
      'notes',
    ])
  })

  it('prefers no side where both changed the same server, unless requested', () => {
    const [mine, theirs] = [
      setField(base, 'weather', 'cwd', '/mine'),
      setField(setField(base, 'weather', 'cwd', '/theirs'), 'notes', 'cwd', '/n'),
    ]
    const cwds = (text = '') => readDocument(text)?.map(({ cwd }) => cwd)
    expect(merged(mine, theirs)).toMatchObject({ conflicts: ['weather'], taken: ['notes'] })
    expect(cwds(merged(mine, theirs, 'mine')?.text)).toEqual(['/mine', '/n'])
    expect(cwds(merged(mine, theirs, 'theirs')?.text)).toEqual(['/theirs', '/n'])
  })

  it('ignores a file that was only reformatted', () => {
    const indented = setField(
      JSON.stringify(JSON.parse(base.replace('// the weather', '')), null, 4),
      'notes',
      'cwd',
      '/n',
    )
    expect(merged(setField(base, 'weather', 'cwd', '/w'), indented)).toMatchObject({ conflicts: [], taken: ['notes'] })
  })

  it('finds no conflict where both made the same change', () => {
    const same = setRow(base, 'weather', 'env', 'A', '1')
    expect(merged(same, same)).toMatchObject({ text: same, conflicts: [] })
  })

  it('preserves comments and keys that one side added around the servers', () => {
    const mine = base.replace('{\n', '{\n  // mine\n  "theme": "dark",\n')
    expect(merged(mine, setField(base, 'notes', 'cwd', '/n'))).toMatchObject({
      text: setField(mine, 'notes', 'cwd', '/n'),
      conflicts: [],
    })
    expect(merged(mine, base.replace('{\n', '{\n  // theirs\n'))?.conflicts).toEqual([null])
  })

  it('finds a conflict where one side removed what the other changed', () => {
    const { text: without } = removeServer(base, 'weather')
    expect(merged(setField(base, 'weather', 'cwd', '/w'), without)?.conflicts).toEqual(['weather'])
  })

  it('does not change unreadable files', () => {
    expect(merged('{ "mcpServers": ', base)).toBeNull()
  })
})
