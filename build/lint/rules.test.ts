import { describe, expect, it } from 'vitest'
import { deadCitations } from './citations'
import { fullFolders } from './folders'
import { importsOf } from './imports'
import { schemasInEntry, wrongImports } from './layers'
import { wideLines } from './lines'
import { strayParsers } from './parsers'
import { obscureWords } from './words'

const value = (from: string, to: string) => ({ from, to, isOfTypes: false, isLater: false })
const later = (from: string, to: string) => ({ ...value(from, to), isLater: true })
const type = (from: string, to: string) => ({ ...value(from, to), isOfTypes: true })

describe('imports', () => {
  const files = new Set(['src-main/host/a.ts', 'src-main/story/b.tsx', 'src-shared/c.ts'])
  const read = (text: string) => importsOf('src-main/host/a.ts', text, files)

  it('resolve a specifier to its file', () => {
    expect(read("import { b } from '../story/b'\nimport '@shared/c'\nawait import('node:fs')")).toEqual([
      value('src-main/host/a.ts', 'src-main/story/b.tsx'),
      value('src-main/host/a.ts', 'src-shared/c.ts'),
      later('src-main/host/a.ts', 'node:fs'),
    ])
  })

  it.each([
    ["import type { B } from '../story/b'", true],
    ["import { type A, type B } from '../story/b'", true],
    ["import {\n  type A,\n  type B,\n} from '../story/b'", true],
    ["import { type A, b } from '../story/b'", false],
    ["import type b from '../story/b'", true],
    ["export { b } from '../story/b'", false],
    ["export type { B } from '../story/b'", true],
  ])('%s imports only types: %s', (text, isOfTypes) => {
    expect(read(text).map((one) => one.isOfTypes)).toEqual([isOfTypes])
  })
})

it('a folder has at most 30 files, but for the root', () => {
  const files = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}${index}.ts`)
  expect(fullFolders([...files('', 40), ...files('src-main/a/', 30), ...files('src-main/a/b/', 9)])).toEqual([])
  expect(fullFolders(files('src-main/a/', 31))).toEqual([expect.stringContaining('src-main/a has 31 files')])
})

describe('the entry of the page', () => {
  const [entry, sheet, schema] = ['src-renderer/main.tsx', 'src-renderer/sheets/a.tsx', 'src-shared/settings/b.ts']

  it('imports no schemas at the start', () => {
    const reached = [value(entry, sheet), value(sheet, schema), value(schema, 'zod')]
    expect(schemasInEntry(reached)).toEqual([expect.stringContaining(`${schema} imports zod`)])
  })

  it.each([
    ['a dynamic import', [later(entry, sheet), value(sheet, schema), value(schema, 'zod')]],
    ['types alone', [value(entry, sheet), type(sheet, schema), value(schema, 'zod')]],
  ])('may import them by %s', (_how, imports) => expect(schemasInEntry(imports)).toEqual([]))
})

describe('layers', () => {
  it.each([
    ['src-main/story/a.ts', 'src-main/host/b.ts'],
    ['src-shared/map/a.ts', 'src-shared/episode/b.ts'],
    ['src-shared/settings/a.ts', 'src-main/base/files/b.ts'],
    ['src-renderer/kit/a.tsx', 'src-renderer/app/strings.ts'],
    ['src-renderer/panels/map/a.tsx', 'src-renderer/sheets/start/b.ts'],
    ['src-renderer/session/a.ts', 'src-main/base/files/b.ts'],
    ['src-main/shells/a.ts', 'src-renderer/kit/b.ts'],
  ])('%s may not import %s, not even for a type', (from, to) => {
    expect(wrongImports([type(from, to)])).toEqual([expect.stringContaining(`${from} imports ${to}`)])
  })

  it.each([
    ['src-main/host/a.ts', 'src-main/story/b.ts'],
    ['src-renderer/app/a.tsx', 'src-shared/contract/b.ts'],
    ['src-renderer/main.tsx', 'src-renderer/app/AppWindow.tsx'],
    ['src-main/story/a.ts', 'node:fs'],
  ])('%s may import %s', (from, to) => {
    expect(wrongImports([value(from, to)])).toEqual([])
  })

  it('a room without a layer is reported', () => {
    expect(wrongImports([value('src-main/attic/a.ts', 'zod')])).toEqual([expect.stringContaining('no room')])
  })

  it.each([
    ['src-main/host/a.ts', 'electron'],
    ['src-renderer/kit/a.ts', 'node:path'],
    ['src-main/host/a.ts', '@modelcontextprotocol/sdk/types.js'],
    ['src-shared/episode/a.ts', 'react'],
  ])('%s may not import %s, whose home is elsewhere', (from, to) => {
    expect(wrongImports([value(from, to)])).toHaveLength(1)
  })

  it('two folders of one room import no values of each other', () => {
    const there = value('src-main/story/facts/a.ts', 'src-main/story/grammar/b.ts')
    const back = ['src-main/story/grammar/deep/c.ts', 'src-main/story/facts/d.ts'] as const
    expect(wrongImports([there, value(...back)])).toEqual([expect.stringContaining('need each other')])
    expect(wrongImports([there, type(...back)])).toEqual([])
  })

  it('files do not import values in a cycle', () => {
    const file = (name: string) => `src-main/story/facts/${name}.ts`
    const round = [value(file('a'), file('b')), value(file('b'), file('c')), value(file('c'), file('a'))]
    expect(wrongImports(round)).toEqual([expect.stringContaining(`${file('a')}, ${file('b')}, ${file('c')}`)])
    expect(wrongImports(round.slice(1))).toEqual([])
  })
})

describe('words', () => {
  const obscure = (text: string, file = 'a.ts') => obscureWords([{ file, text }])

  it('that hide the actor are reported, and so are comments without a subject', () => {
    expect(obscure('// Whoever asks waits.')).toEqual([expect.stringContaining('a.ts:1 says "Whoever"')])
    expect(obscure('/** Of two values the one. */')).toEqual([expect.stringContaining('begins a comment with "Of"')])
    expect(obscure('/** By name. */')).toEqual([expect.stringContaining('begins a comment with "By"')])
    expect(obscure('/** What a turn changed. */')).toEqual([expect.stringContaining('begins a comment with "What"')])
    expect(obscure('It is built anew.', 'docs/a.md')).toHaveLength(1)
    expect(obscure('/* Of two widths the smaller. */', 'a.css')).toHaveLength(1)
    expect(obscure('// What does the player see?')).toEqual([])
    expect(obscure('// The cost of a call.')).toEqual([])
  })
})

describe('lines', () => {
  const wide = (line: string, file = 'a.ts') => wideLines([{ file, text: `const a = 1\n${line}\n` }])

  it('of more than 120 columns are reported', () => {
    expect(wide(`const sum = ${Array.from({ length: 40 }, () => 'a').join(' + ')}`)).toEqual([
      expect.stringContaining('a.ts:2'),
    ])
    expect(wide(`// ${'word '.repeat(30)}`)).toHaveLength(1)
    expect(wide(`.a { ${'color: red; '.repeat(20)} }`, 'a.css')).toHaveLength(1)
  })

  it('may be wider for one text that cannot be broken', () => {
    expect(wide(`  '${'text '.repeat(30)}',`)).toEqual([])
    expect(wide(`// https://example.org/${'a'.repeat(120)}`)).toEqual([])
  })

  it('of documents have 120 columns too, except tables and long addresses', () => {
    expect(wide('word '.repeat(30), 'docs/game.md')).toHaveLength(1)
    expect(wide(`| ${'cell '.repeat(30)} |`, 'docs/game.md')).toEqual([])
    expect(wide(`See https://example.org/${'a'.repeat(120)}`, 'docs/game.md')).toEqual([])
  })

  it('of data and prompts may be wide', () => {
    expect(wide(`"${'a '.repeat(90)}"`, 'a.json')).toEqual([])
    expect(wide('word '.repeat(30), 'src-shared/agent/prompts/actor.md')).toEqual([])
  })
})

describe('citations', () => {
  const files = ['src-main/host/a.ts', 'docs/game.md', 'docs/window.png', 'src-main/llm/key-grants.ts']
  const cite = (text: string, file = 'src-main/host/a.ts') => deadCitations([{ file, text }], files)

  it.each(['// docs/gone.md says why', ' * see host/gone.ts', '/** As players.md has it. */'])(
    '%s names a missing file',
    (said) => {
      expect(cite(said)).toHaveLength(1)
    },
  )

  it.each([
    '// docs/game.md says why',
    '// as `llm/key-grants.ts` has it',
    '// see https://example.org/gone.md',
    "import './gone.ts'",
  ])('%s names a file, or is not a citation', (said) => {
    expect(cite(said)).toEqual([])
  })

  it.each(['`src-main/gone` has it', 'see docs/gone.png.', '`src-main/host/gone.css`'])(
    'in a document, %s names a missing file or folder',
    (said) => {
      expect(cite(said, 'CONTRIBUTING.md')).toHaveLength(1)
    },
  )

  it.each(['`src-main/llm` has it', 'see docs/window.png.', '`src-main/host/NAME.ts`, new', '`src-main/*/a.ts`'])(
    'in a document, %s names an existing one or a placeholder',
    (said) => {
      expect(cite(said, 'CONTRIBUTING.md')).toEqual([])
    },
  )
})

describe('parsers', () => {
  it('of the product use only the bounded parser', () => {
    const text = 'JSON.parse(line)'
    expect(strayParsers([{ file: 'src-main/host/a.ts', text }])).toHaveLength(1)
    expect(strayParsers([{ file: 'src-main/host/a.test.ts', text }])).toEqual([])
  })
})
