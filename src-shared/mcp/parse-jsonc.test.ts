import { expect, it } from 'vitest'
import { parseMcpConfig } from './mcp-config'
import { readDocument } from './mcp-document'
import { readSnippet } from './mcp-import'
import { parseJsonc } from './parse-jsonc'

const nested = (levels: number) => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2)

it('a config has comments, trailing commas and a byte order mark; brackets in strings are text', () => {
  expect(parseJsonc(`\uFEFF{ // [[[\n "a": "${'['.repeat(200)}", /* ${'{'.repeat(200)} */ }`)).toEqual({
    value: { a: '['.repeat(200) },
  })
  expect(parseJsonc('{"a":')).toBeNull()
})

it('a config that is nested too deeply is refused with its place, in every format', () => {
  const text = `{\n"mcpServers": ${nested(20_000)} }`
  expect(parseMcpConfig(text, 'json', {}).syntaxError).toMatchObject({ line: 2, message: 'it is nested too deeply' })
  expect(parseMcpConfig(`mcp = ${'['.repeat(20_000)}`, 'toml', {}).syntaxError?.message).toMatch(/^invalid TOML/)
  expect(readDocument(text)).toBeNull()
  expect(readSnippet(text)).toMatchObject({ servers: [], fault: expect.any(String) })
})
