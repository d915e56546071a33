import { describe, expect, it } from 'vitest'
import { parseMcpConfig } from './mcp-config'
import type { StdioServer } from './mcp-entry'

/** Config files as people write them, from public reports. */
const HOST = { HOME: '/home/ann', API_TOKEN: 'abcdefgh' }
const read = (entry: unknown) => {
  const { servers, problems } = parseMcpConfig(JSON.stringify({ mcpServers: { s: entry } }), 'json', HOST)
  return { server: servers[0]?.server ?? null, messages: problems.map(({ message }) => message) }
}

describe('a path with ~', () => {
  it.each([
    [
      'claude-code#37580',
      { command: 'uv', args: ['--directory', '~/time', 'run'] },
      ['--directory', '/home/ann/time', 'run'],
    ],
    ['fetch-mcp#17', { command: 'node', args: ['~/fetch/dist/index.js'] }, ['/home/ann/fetch/dist/index.js']],
    [
      'cecli#407',
      { command: 'x', args: ['--config=~/a.json', '~', 'a~b', 'x/~/y'] },
      ['--config=/home/ann/a.json', '/home/ann', 'a~b', 'x/~/y'],
    ],
  ])('in an argument is the folder of the user (%s)', (_source, entry, args) => {
    expect(read(entry)).toMatchObject({ server: { args }, messages: [] })
  })

  it('works in the command, the folders, and a variable (mcp-proxy#193)', () => {
    const { server } = read({
      command: '~/bin/run',
      cwd: '~/w',
      envFile: '~/.env',
      env: { DB: '~/db.sqlite', A: '~b' },
    })
    expect(server).toMatchObject({
      command: '/home/ann/bin/run',
      cwd: '/home/ann/w',
      envFile: '/home/ann/.env',
      env: { DB: '/home/ann/db.sqlite', A: '~b' },
      written: { words: ['~/bin/run'] },
    })
  })
})

/** Each with the sentence that gives the correct form. */
const ADVISED: readonly (readonly [source: string, entry: unknown, sentence: string])[] = [
  [
    'mcp-proxy#193',
    { command: 'x', env: { DB: '$HOME/db' } },
    '`env` has $HOME, which no shell reads here: write ${HOME}',
  ],
  [
    'obot#3054',
    { command: 'x', args: ['--key=$API_TOKEN'] },
    '`args` has $API_TOKEN, which no shell reads here: write ${API_TOKEN}',
  ],
  [
    'gemini-cli#28248',
    { command: '%APPDATA%\\npm\\x.cmd' },
    '`command` has %APPDATA%, which no shell reads here: write ${APPDATA}',
  ],
  [
    'gemini-cli#28248',
    { command: 'x', args: ['{{API_TOKEN}}'] },
    '`args` has {{API_TOKEN}}, which no shell reads here: write ${API_TOKEN}',
  ],
  [
    'langchain-mcp-adapters#437',
    { url: 'https://a', headers: { Authorization: 'Bearer $API_TOKEN' } },
    '`headers` has $API_TOKEN, which no shell reads here: write ${API_TOKEN}',
  ],
  [
    'a command of a shell',
    { command: 'x', args: ['$(pwd)/a.js'] },
    '`args` has $(pwd), which no shell reads here: write the text that it stands for',
  ],
  [
    'a form of Docker Compose',
    { command: 'x', env: { A: null } },
    '`env.A`: is null: leave it out, or write "" for an empty text',
  ],
  ['dyad#1028', { command: 'npx', args: '-y "a b"' }, '`args`: is a text: write a list, ["-y","a b"]'],
  ['a form of Docker Compose', { command: 'x', env: ['A=b'] }, '`env`: is a list: write a table, { "NAME": "value" }'],
  ['MyAgents#54', { command: 'npx', args: true }, '`args`: takes a list'],
]

describe('a form that the file does not support', () => {
  it.each(ADVISED)('%s: is refused with what to write instead', (_source, entry, sentence) => {
    expect(read(entry)).toEqual({ server: null, messages: [sentence] })
  })

  it('is unchanged if a shell reads it, or if it is not a variable', () => {
    const script = ['-c', '$HOME/run "$API_TOKEN"', '$HOME']
    expect((read({ command: 'bash', args: script }).server as StdioServer).args).toEqual(script)
    const words = ['$ecret/', '^a$', '%d', '100%']
    expect((read({ command: 'x', args: words }).server as StdioServer).args).toEqual(words)
  })
})

describe('a text that is not JSON', () => {
  const sentence = (text: string) => parseMcpConfig(text, 'json', {}).syntaxError?.message
  it.each([
    [
      'servers#414, servers#447',
      String.raw`{"mcpServers":{"a":{"command":"C:\Program Files\node.exe"}}}`,
      String.raw`. Write a path with \\ or with /`,
    ],
    ['curly quotes of a web page', '{“mcpServers”: {}}', '. Write straight quotation marks: "'],
    ['chat-quality-agent#49', '{"mcpServers":{}}\n{"mcpServers":{}}', '. Put all servers into one "mcpServers"'],
  ])('%s: says what to write', (_source, text, advice) => {
    expect(sentence(text)).toContain(`invalid JSON: `)
    expect(sentence(text)?.endsWith(advice)).toBe(true)
  })
})
