import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { configFormat, joinConfigs, parseMcpConfig, parseSettingsServers } from './mcp-config'
import type { RemoteServer, StdioServer } from './mcp-entry'
import { expandVariables } from './mcp-expansion'

const variables = { HOME: '/home/me', TOKEN: 'tok-123', EMPTY: '', NESTED: '${HOME}', ZORKGPT_APP: '/app' }
const parse = (value: unknown) =>
  parseMcpConfig(typeof value === 'string' ? value : JSON.stringify(value), 'json', variables)
const one = (entry: unknown) => {
  const { servers, problems } = parse({ mcpServers: { s: entry } })
  return {
    server: servers[0]?.server ?? null,
    fault: servers[0]?.fault ?? null,
    disabled: servers[0]?.disabled,
    problems,
  }
}
const stdio = (entry: unknown) => one(entry).server as StdioServer
const remote = (entry: unknown) => one(entry).server as RemoteServer

const word = fc.string({ minLength: 1 }).filter((text) => !text.includes('${') && !text.startsWith('env:'))
const name = word.filter((text) => text.trim() !== '' && !text.includes('='))
const entryValue = fc.record(
  { command: word, args: fc.array(word), env: fc.dictionary(name, word), disabled: fc.boolean() },
  { requiredKeys: ['command'] },
)
const configText = fc.dictionary(name, entryValue).map((mcpServers) => JSON.stringify({ mcpServers }, null, 2))

describe('parseMcpConfig', () => {
  it('R2.1: reads the shipped form', () => {
    expect(
      stdio({
        command: 'node',
        args: ['${ZORKGPT_APP}/out/servers/thoughtbox.js'],
        env: { DISABLE_THOUGHT_LOGGING: 'true' },
      }),
    ).toMatchObject({
      transport: 'stdio',
      command: 'node',
      args: ['/app/out/servers/thoughtbox.js'],
      env: { DISABLE_THOUGHT_LOGGING: 'true' },
      timeoutMs: null,
      inheritEnv: null,
    })
  })

  it('R2.1: reads every well-formed file completely and without problems', () => {
    fc.assert(
      fc.property(configText, (text) => {
        const { servers, problems, syntaxError } = parseMcpConfig(text, 'json', {})
        const written = (JSON.parse(text) as { mcpServers: Record<string, { command: string; disabled?: boolean }> })
          .mcpServers
        expect(syntaxError).toBeNull()
        expect(problems.filter((problem) => problem.severity === 'error')).toEqual([])
        expect(
          Object.fromEntries(
            servers.map((entry) => [entry.name, entry.server?.transport === 'stdio' && entry.server.command]),
          ),
        ).toEqual(Object.fromEntries(Object.entries(written).map(([name, entry]) => [name, entry.command])))
        for (const entry of servers) expect(entry.disabled).toBe(written[entry.name]?.disabled === true)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['lamp\n\u001b[8m', String.raw`its name "lamp\u{a}\u{1b}[8m" contains invisible characters`],
    ['pmal\u202e', 'invisible characters'],
    ['a\u00a0b', 'invisible characters'],
    ['  ', 'it has no name'],
    ['x'.repeat(101), 'its name has 101 characters'],
  ])('omits a server whose name could be mistaken for something else: %j', (name, message) => {
    const { servers, problems } = parse({ mcpServers: { [name]: { command: 'x' }, other: { command: 'y' } } })
    expect(servers).toMatchObject([
      { name, server: null, fault: expect.stringContaining(message) },
      { name: 'other', server: { command: 'y' } },
    ])
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ line: 1, server: name }])
  })

  it.each([
    ['web dice', 'its name "web dice" is refused by some models: use letters, digits, - and _'],
    ['x'.repeat(40), 'its name has 40 characters: some models take at most 32'],
  ])('warns about the name of a server that some models refuse: %j', (name, message) => {
    expect(parse({ mcpServers: { [name]: { command: 'x' } } })).toMatchObject({
      servers: [{ name, fault: null }],
      problems: [{ server: name, message, severity: 'warning', isOfName: true }],
    })
  })

  it.each([
    [{ command: 5 }, '`command`: takes text or a list'],
    [{ command: 'x', args: 5 }, '`args`: takes a list'],
    [{ command: 'x', cwd: 5 }, '`cwd`: takes text'],
  ])('says what a key takes: %j', (entry, message) => {
    expect(one(entry).fault).toBe(message)
  })

  it('omits a program that cannot be reviewed: too many or long arguments, or a bad variable name', () => {
    expect(one({ command: 'x', args: Array.from({ length: 10_000 }, () => 'a') })).toMatchObject({
      server: null,
      fault: expect.stringContaining('10000 arguments'),
    })
    expect(one({ command: 'x', args: ['a'.repeat(8000)] }).fault).toContain('at most 8000 are allowed')
    expect(one({ command: 'x', env: { A: 'a'.repeat(8000) } }).fault).toContain('envFile')
    expect(one({ command: 'x', env: { 'NODE_OPTIONS=--require ./x.js': '' } }).fault).toContain(
      'not the name of a variable',
    )
    expect(one({ command: 'x', env: { 'A\u202e': '1' } }).fault).toContain(String.raw`"A\u{202e}"`)
    expect(
      stdio({ command: 'x', args: Array.from({ length: 199 }, () => 'a'), env: { A: 'a'.repeat(7000) } }).args,
    ).toHaveLength(199)
  })

  it('R2.3 P5: a file that is cut off anywhere is an error with its place', () => {
    fc.assert(
      fc.property(configText, fc.nat(), (text, cut) => {
        const { syntaxError, servers } = parseMcpConfig(text.slice(0, cut % text.length), 'json', {})
        expect(syntaxError).toMatchObject({ severity: 'error', server: null })
        expect(syntaxError?.line).toBeGreaterThan(0)
        expect(servers).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  it('R2.3: never throws, whatever the text is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ mcpServers: { s: value } })),
        ),
        (text) => {
          const { servers, problems } = parse(text)
          for (const entry of servers) expect(entry.server === null).toBe(entry.fault !== null)
          for (const { line, column } of problems)
            expect(line > 0 && column > 0 && line <= text.split('\n').length).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('R2.3: reports the place of a JSON error', () => {
    expect(parse('{\n  "mcpServers": {\n    "s": { "command": "x" }\n    "t": {}\n  }\n}').syntaxError).toMatchObject({
      line: 4,
      column: 5,
      message: 'invalid JSON: a comma is missing before this',
    })
  })

  it('reports what is missing at the root', () => {
    expect(parse('[]').syntaxError?.message).toBe('expected an object with the key "mcpServers"')
    expect(parse('{}').syntaxError?.message).toBe('the key "mcpServers" is missing')
    expect(parse({ mcpServers: [] }).syntaxError?.message).toBe('"mcpServers" must be an object, found array')
  })

  it('reads comments, trailing commas and a byte order mark', () => {
    expect(parse('\uFEFF{ // ours\n "mcpServers": { "s": { "command": "x", }, }, }').servers).toHaveLength(1)
  })

  it('R2.6: preserves the order of the file, also for names that look like numbers', () => {
    expect(
      parse(
        '{"mcpServers":{"b":{"command":"x"},"10":{"command":"x"},"2":{"command":"x"},"a":{"command":"x"}}}',
      ).servers.map((entry) => entry.name),
    ).toEqual(['b', '10', '2', 'a'])
  })

  it('uses the first of two servers with one name, and warns', () => {
    const { servers, problems } = parse('{"mcpServers":{"s":{"command":"one"},"s":{"command":"two"}}}')
    expect(servers.map((entry) => entry.server)).toMatchObject([{ command: 'one' }])
    expect(problems).toMatchObject([{ server: 's', message: expect.stringContaining('used twice') }])
  })

  it('disables only the server of a bad entry, with its place', () => {
    const { servers, problems } = parse(
      '{\n "mcpServers": {\n  "bad": {\n   "command": "x",\n   "args": "y" },\n  "odd": { "type": "smoke" },\n  "good": { "command": "x" }\n }\n}',
    )
    expect(servers.map((entry) => entry.server !== null)).toEqual([false, false, true])
    expect(problems).toMatchObject([
      { server: 'bad', line: 5, column: 12, message: '`args`: is a text: write a list, ["y"]' },
      { server: 'odd', line: 6, message: '`type`: takes one of: stdio, http, sse' },
    ])
  })

  it('requires a command or a valid url', () => {
    expect(one({}).fault).toBe('needs `command` (a program to start) or `url` (a server to connect to)')
    expect(one({ type: 'http', command: 'x' }).fault).toBe('`type` is "http", but there is no `url`')
    expect(one({ url: 'host/mcp' }).fault).toBe('`url` must begin with http:// or https://, found "host/mcp"')
    expect(one({ url: 'https://' }).fault).toContain('must begin with')
    expect(one('npx').fault).toBe('expected an object with `command` or `url`')
  })

  it('infers the transport', () => {
    expect(stdio({ command: 'x' }).transport).toBe('stdio')
    expect(remote({ url: 'http://h/mcp' }).transport).toBe('http')
    expect(remote({ url: 'http://h/sse', type: 'sse' }).transport).toBe('sse')
  })

  it('reads the names of other clients', () => {
    expect(remote({ serverUrl: 'http://h/mcp', type: 'streamable-http' })).toMatchObject({
      transport: 'http',
      url: 'http://h/mcp',
    })
    expect(remote({ httpUrl: 'http://h/mcp', transport: 'streamableHttp' }).transport).toBe('http')
    expect(one({ command: 'x', isActive: false }).disabled).toBe(true)
    expect(one({ command: 'x', enabled: true }).disabled).toBe(false)
    expect(stdio({ command: 'x', excludeTools: ['b'] }).disabledTools).toEqual(['b'])
    expect(parse({ servers: { s: { command: 'x' } }, inputs: [] }).servers).toHaveLength(1)
  })

  it('reads a secret by its name; a missing one disables its server and says how to enter it', () => {
    const text =
      '{"mcpServers":{"a":{"url":"https://h/mcp","headers":{"Authorization":"Bearer ${secret:TOKEN}"}},"b":{"command":"x","args":["${secret:MISSING}"]}}}'
    const { servers } = parseMcpConfig(text, 'json', {}, (name) => (name === 'TOKEN' ? 'tok-456' : null))
    expect(servers[0]?.server).toMatchObject({
      headers: { Authorization: 'Bearer tok-456' },
      secrets: expect.arrayContaining(['tok-456']),
    })
    expect(servers[1]).toMatchObject({
      server: null,
      fault:
        '`args` uses ${secret:MISSING}, and there is no such secret. Enter it under Secrets, or set ZORKGPT_SECRET_MISSING in the environment',
    })
  })

  it('reads a bare timeout below 1000 as seconds, with a warning', () => {
    expect(stdio({ command: 'x', timeout: 30 }).timeoutMs).toBe(30_000)
    expect(one({ command: 'x', timeout: 30 }).problems).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('read as seconds') },
    ])
    expect(stdio({ command: 'x', timeout: 5000 }).timeoutMs).toBe(5000)
  })

  it('allows a server only its tools unless its entry says otherwise', () => {
    expect(stdio({ command: 'x' })).toMatchObject({
      allowSampling: false,
      allowElicitation: false,
      attach: { resources: [], prompts: [] },
    })
    expect(stdio({ command: 'x', allowSampling: true, attach: { resources: ['note:///lamp'] } })).toMatchObject({
      allowSampling: true,
      allowElicitation: false,
      attach: { resources: ['note:///lamp'], prompts: [] },
    })
  })

  it('ignores keys of other clients', () => {
    expect(one({ command: 'x', icon: 'lamp', gallery: true }).problems).toEqual([])
  })

  it('warns of unknown keys, and suggests the right one', () => {
    const { servers, problems } = parse({ foo: 1, mcpServers: { a: { command: 'x', tiemout: 5, zzz: true } } })
    expect(servers[0]?.fault).toBeNull()
    expect(problems).toMatchObject([
      { severity: 'warning', server: null, message: '`foo` is not read: no such key is known' },
      {
        severity: 'warning',
        server: 'a',
        key: 'tiemout',
        message: '`tiemout` is not read; perhaps `timeout` is meant',
      },
      { severity: 'warning', server: 'a', message: '`zzz` is not read: no such key is known' },
    ])
  })

  it('places a warning about a key at the key, not at its value, in the order of the text', () => {
    const { problems } = parse(
      '{ "mcpServers": { "a": {\n  "command": "x",\n  "tiemout":\n    5, "timeout": 9 } }, "foo": 1 }',
    )
    expect(problems).toMatchObject([
      { key: 'tiemout', line: 3, column: 3 },
      { key: 'timeout', line: 4, column: 8 },
      { server: null, line: 4, column: 26 },
    ])
  })

  it('warns of a key that is given twice, at any depth, and takes the last one', () => {
    const text = `{ "mcpServers": { "a": {
      "command": "x", "env": { "KEY": "1" },
      "env": { "KEY": "2", "KEY": "3" } } } }`
    const { servers, problems } = parse(text)
    expect(servers[0]?.server).toMatchObject({ env: { KEY: '3' } })
    expect(problems).toMatchObject([
      { severity: 'warning', server: 'a', line: 3, message: '`env` is given twice; the last one counts' },
      { severity: 'warning', server: 'a', line: 3, message: '`KEY` is given twice; the last one counts' },
    ])
  })

  it('warns of a name that not every model can use', () => {
    expect(parse({ mcpServers: { 'my server': { command: 'x' } } }).problems).toMatchObject([
      { severity: 'warning', server: 'my server' },
    ])
  })

  it('recognizes secret values', () => {
    expect(
      remote({ url: 'http://h/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}', Accept: 'text/plain' } }).secrets,
    ).toEqual(['tok-123', 'Bearer tok-123'])
    expect(stdio({ command: 'x', env: { API_KEY: 'abcd', LANG: 'C.UTF-8' } }).secrets).toEqual(['abcd'])
  })

  it('reads how to sign in, also as other clients write it', () => {
    const url = 'http://h/mcp'
    const oauth = {
      clientId: 'a',
      clientSecret: '${env:TOKEN}',
      scopes: ['play', 'stats'],
      callbackPort: 8080,
      theirs: {},
    }
    const server = remote({ url, oauth })
    expect(server.oauth).toEqual({
      clientId: 'a',
      clientSecret: 'tok-123',
      scopes: 'play stats',
      callbackPort: '8080',
    })
    expect(server.secrets).toEqual(['tok-123'])
    expect(server.written?.oauth).toMatchObject({ clientSecret: '${env:TOKEN}' })
    expect(remote({ url, oauth: true }).oauth).toBeNull()
    expect(remote({ url }).oauth).toBeNull()
    expect(one({ url, oauth: { clientSecret: 'x' } }).fault).toContain('a `clientSecret` without a `clientId`')
    expect(one({ url, oauth: { callbackPort: 80 } }).fault).toContain('from 1024 to 65535')
    expect(one({ url, oauth: { clientMetadataUrl: 'http://h/c.json' } }).fault).toContain('must be an https address')
  })

  it('reports a variable that is not set at its field', () => {
    const text = '{ "mcpServers": {\n "s": { "command": "x",\n "args": ["${NOT_SET}"] } } }'
    expect(parse(text)).toMatchObject({
      servers: [{ server: null }],
      problems: [{ line: 3, server: 's', message: '`args` uses ${NOT_SET}, which is not set and has no default' }],
    })
    expect(one({ command: 'x', cwd: '${input:folder}' }).fault).toContain('a form of another client')
  })
})

describe('TOML', () => {
  const toml = `
[mcp.weather]
transport = "stdio"
command = ["python", "-m", "weather_mcp_server"]
environment = {WEATHER_API_KEY = "env:TOKEN"}

[mcp.database]
transport = "http"
url = "http://localhost:8080/mcp"
headers = {Authorization = "env:TOKEN"}
`
  it('decision 10: is read into the same form', () => {
    const { servers, problems } = parseMcpConfig(toml, configFormat('servers.toml'), variables)
    expect(problems).toEqual([])
    expect(servers.map((entry) => entry.server)).toMatchObject([
      {
        name: 'weather',
        transport: 'stdio',
        command: 'python',
        args: ['-m', 'weather_mcp_server'],
        env: { WEATHER_API_KEY: 'tok-123' },
      },
      { name: 'database', transport: 'http', url: 'http://localhost:8080/mcp', headers: { Authorization: 'tok-123' } },
    ])
  })

  it('decision 10: may be tables of zorkgpt.toml and of pyproject.toml', () => {
    const settings = '[mcp]\nenabled = true\nmax_tool_iterations = 5\n'
    const inZorkgpt = parseSettingsServers(settings + toml, '/a/zorkgpt.toml', variables)
    const inPyproject = parseSettingsServers(
      `[project]\nname = "x"\n\n${(settings + toml).replaceAll('[mcp', '[tool.zorkgpt.mcp')}`,
      '/a/pyproject.toml',
      variables,
    )
    for (const { servers, problems } of [inZorkgpt, inPyproject]) {
      expect(problems).toEqual([])
      expect(servers.map(({ server, namedIn }) => [namedIn, server])).toMatchObject([
        [
          expect.any(String),
          {
            name: 'weather',
            namedIn: expect.any(String),
            command: 'python',
            args: ['-m', 'weather_mcp_server'],
            env: { WEATHER_API_KEY: 'tok-123' },
          },
        ],
        [
          expect.any(String),
          { name: 'database', url: 'http://localhost:8080/mcp', headers: { Authorization: 'tok-123' } },
        ],
      ])
    }
    expect(inZorkgpt.servers[0]).toMatchObject({
      namedIn: '/a/zorkgpt.toml',
      line: (settings + toml).split('\n').indexOf('[mcp.weather]') + 1,
    })
    expect(inPyproject.servers[0]?.line).toBe((inZorkgpt.servers[0]?.line ?? 0) + 3)
    // The same file as the list of servers: its settings are not servers.
    expect(parseMcpConfig(settings + toml, 'toml', variables)).toMatchObject({
      problems: [],
      servers: [{ name: 'weather' }, { name: 'database' }],
    })
  })

  it('decision 10: reports the line of a fault in a table of any form', () => {
    const text =
      '[mcp]\nenabled = true\nplain = { transport = "stdio" }\n\n[mcp."two words"]\ncommand = 5\n\n[mcp.deep]\ncommand = "x"\n[mcp.deep.environment]\nTOKEN = "env:NOT_THERE"\n'
    expect(parseSettingsServers(text, 'zorkgpt.toml', {}).problems.map(({ server, line }) => [server, line])).toEqual([
      ['plain', 3],
      ['two words', 5],
      ['two words', 6],
      ['deep', 10],
    ])
  })

  it('decision 10: joins both files, the config file first; a name in both is an error in both', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(names, names, (inJson, inToml) => {
        const config = parse({ mcpServers: Object.fromEntries(inJson.map((name) => [name, { command: 'j' }])) })
        const own = parseSettingsServers(
          inToml.map((name) => `[mcp.${name}]\ncommand = "t"\n`).join(''),
          '/z/zorkgpt.toml',
          {},
        )
        const { servers, problems, settingsProblems } = joinConfigs(config, '/z/mcp_config.json', own)
        expect(servers.map(({ name }) => name)).toEqual([...inJson, ...inToml.filter((name) => !inJson.includes(name))])
        const both = inJson.filter((name) => inToml.includes(name))
        expect(servers.filter(({ server }) => server === null).map(({ name }) => name)).toEqual(both)
        expect(problems.map(({ server, message }) => [server, message])).toEqual(
          both.map((name) => [
            name,
            `it is also defined in /z/zorkgpt.toml, line ${2 * inToml.indexOf(name) + 1}: remove one of the two`,
          ]),
        )
        expect(settingsProblems.map(({ server, line }) => [server, line])).toEqual(
          inToml.filter((name) => inJson.includes(name)).map((name) => [name, 2 * inToml.indexOf(name) + 1]),
        )
      }),
    )
  })

  it('reports the place of a TOML error', () => {
    expect(parseMcpConfig('[mcp.a]\ncommand = ', 'toml', {}).syntaxError).toMatchObject({
      line: 2,
      message: expect.stringContaining('invalid TOML'),
    })
    expect(parseMcpConfig('a = 1', 'toml', {}).syntaxError?.message).toBe('there is no table [mcp.<name>]')
    expect(parseMcpConfig('\n[mcp.a]\nargs = []', 'toml', {}).problems).toMatchObject([{ server: 'a', line: 2 }])
  })
})

describe('expandVariables', () => {
  const expand = (text: string) => expandVariables(text, variables).text

  it('expands each form once', () => {
    expect(expand('${HOME}/${env:HOME}')).toBe('/home/me//home/me')
    expect(expand('${MISSING:-a:-b}${EMPTY:-c}')).toBe('a:-bc')
    expect(expand('env:HOME')).toBe('/home/me')
    expect(expand('${NESTED}')).toBe('${HOME}')
  })

  it('leaves everything else alone', () => {
    expect(expand('$HOME $${HOME} ${ HOME')).toBe('$HOME ${HOME} ${ HOME')
    fc.assert(fc.property(word, (text) => expand(text) === text))
  })

  it('reports unresolved names and secret values', () => {
    expect(expandVariables('${A}${workspaceFolder}${input:x}${EMPTY}', variables).unresolved).toEqual([
      'A',
      'workspaceFolder',
      'input:x',
    ])
    expect(expandVariables('Bearer ${TOKEN} ${HOME}', variables).secrets).toEqual(['tok-123'])
  })
})
