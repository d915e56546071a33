import { describe, expect, it } from 'vitest'
import { freeSecretName, readSnippet, secretNameFor } from './mcp-import'

const one = (text: string) => readSnippet(text).servers[0]

it('numbers the name of a secret that is taken, without exceeding the maximum length', () => {
  const long = secretNameFor('server', 'KEY_'.repeat(30))
  const names = new Set<string>()
  for (let index = 0; index < 12; index++) names.add(freeSecretName(names, long))
  expect([...names].map(({ length }) => length)).toEqual(Array(12).fill(64))
  expect([...names].at(-1)).toMatch(/_12$/)
})

describe('readSnippet', () => {
  it('reads a README’s mcpServers, with comments, in a fence, or only its content', () => {
    const entry = { command: 'npx', args: ['-y', '@scope/server-weather'] }
    const body = `"weather": ${JSON.stringify(entry)}`
    for (const text of [
      `{ "mcpServers": { ${body}, } } // there`,
      `\`\`\`json\n{ "mcpServers": { ${body} } }\n\`\`\``,
      `"mcpServers": { ${body} }`,
      body,
      `${body},`,
    ])
      expect(readSnippet(text)).toEqual({ servers: [{ name: 'weather', entry, secrets: [], notes: [] }], fault: null })
  })

  it('reads a bare server, and names it after its package, program or host', () => {
    const nameOf = (entry: unknown) => one(JSON.stringify(entry))?.name
    expect(nameOf({ command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything@1.2.3'] })).toBe('everything')
    expect(nameOf({ command: '/opt/bin/lamp.py' })).toBe('lamp')
    expect(nameOf({ url: 'https://weather.example/mcp' })).toBe('weather.example')
  })

  it('turns the inputs of VS Code into secrets and variables', () => {
    const text = JSON.stringify({
      inputs: [
        { id: 'api-key', password: true },
        { id: 'region', default: 'eu' },
      ],
      servers: {
        s: {
          type: 'stdio',
          command: 'x',
          args: ['${workspaceFolder}/a'],
          env: { KEY: '${input:api-key}', REGION: '${input:region}' },
        },
      },
    })
    expect(one(text)).toMatchObject({
      entry: { env: { KEY: '${secret:API_KEY}', REGION: '${REGION:-eu}' } },
      secrets: [{ name: 'API_KEY', value: null }],
      notes: [expect.stringContaining('REGION'), expect.stringContaining('${workspaceFolder}')],
    })
  })

  it('reads both forms of Zed, and settings of VS Code', () => {
    expect(
      one(
        '{"context_servers":{"a":{"source":"custom","command":{"path":"x","args":["1"],"env":{"A":"b"}},"settings":{}}}}',
      ),
    ).toMatchObject({ name: 'a', entry: { command: 'x', args: ['1'], env: { A: 'b' }, settings: {} } })
    expect(one('{"context_servers":{"a":{"command":"x","args":["1"]}}}')?.entry).toEqual({ command: 'x', args: ['1'] })
    expect(one('{"editor.fontSize":12,"mcp":{"servers":{"a":{"command":"x"}}}}')?.name).toBe('a')
  })

  it('moves secrets in plain text out of the entry, but not placeholders', () => {
    const server = one(
      '{"mcpServers":{"gh":{"url":"https://h/mcp","headers":{"Authorization":"Bearer ghp_123456","X-Trace":"on"}},"w":{"command":"x"}}}',
    )
    expect(server).toMatchObject({
      entry: { headers: { Authorization: 'Bearer ${secret:GH_AUTHORIZATION}', 'X-Trace': 'on' } },
      secrets: [{ name: 'GH_AUTHORIZATION', value: 'ghp_123456' }],
    })
    expect(one('{"w":{"command":"x","env":{"W_API_KEY":"<your key>","OTHER_TOKEN":"${TOKEN}"}}}')).toMatchObject({
      entry: { env: { W_API_KEY: '${secret:W_API_KEY}', OTHER_TOKEN: '${TOKEN}' } },
      secrets: [{ name: 'W_API_KEY', value: null }],
    })
  })

  it('reads a command line of another client', () => {
    expect(
      one('$ claude mcp add weather --env WEATHER_KEY=k1234 \\\n  -e LANG="de AT" -- npx -y "weather server" --env x'),
    ).toMatchObject({
      name: 'weather',
      entry: {
        command: 'npx',
        args: ['-y', 'weather server', '--env', 'x'],
        env: { WEATHER_KEY: '${secret:WEATHER_KEY}', LANG: 'de AT' },
      },
      secrets: [{ name: 'WEATHER_KEY', value: 'k1234' }],
    })
    expect(
      one('claude mcp add --transport http -s user docs https://docs.example/mcp --header "X-Id: 7"'),
    ).toMatchObject({ name: 'docs', entry: { url: 'https://docs.example/mcp', headers: { 'X-Id': '7' } } })
    expect(one(`claude mcp add-json lamp '{"command":"lamp","args":["on"]}'`)).toMatchObject({
      name: 'lamp',
      entry: { command: 'lamp', args: ['on'] },
    })
    expect(readSnippet('claude mcp add lonely').fault).toContain('needs a name and a command')
  })

  it('reports why there is no server', () => {
    expect(readSnippet('').fault).toBe('There is nothing to read.')
    expect(readSnippet('npm install x').fault).toContain('neither JSON')
    expect(readSnippet('{"a": 1}').fault).toContain('no server')
    expect(readSnippet('```json\n{\n  "a": {"url": "x" "headers": {}}\n}\n```').fault).toBe(
      'Line 3, column 20: invalid JSON: a comma is missing before this',
    )
    expect(readSnippet('[1]').fault).toContain('not an object')
  })

  it('preserves unknown keys', () => {
    expect(one('{"s":{"command":"x","alwaysAllow":["a"],"timeout":60}}')?.entry).toEqual({
      command: 'x',
      alwaysAllow: ['a'],
      timeout: 60,
    })
  })
})
