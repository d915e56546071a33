import { describe, expect, it } from 'vitest'
import { parseMcpConfig } from './mcp-config'
import { changedKeys, plainSecretsOf } from './mcp-document'
import { plainSecretsIn } from './plain-secrets'

const found = (entry: Readonly<Record<string, unknown>>) =>
  plainSecretsIn(entry).map(({ path, scheme, value }) => [path.join('.'), scheme, value])

describe('secrets in plain text', () => {
  it('are values of variables, headers and options whose names suggest a secret', () => {
    expect(found({ env: { API_KEY: 'sk-1234', CITY: 'Rome' } })).toEqual([['env.API_KEY', '', 'sk-1234']])
    expect(found({ environment: { MY_TOKEN: 'abcdef' } })).toEqual([['environment.MY_TOKEN', '', 'abcdef']])
    expect(found({ headers: { Authorization: 'Bearer abc.def' } })).toEqual([
      ['headers.Authorization', 'Bearer ', 'abc.def'],
    ])
    expect(found({ args: ['--api-key', 'sk-1234', '--token=abcdef', '--city', 'Rome', '--key', '--verbose'] })).toEqual(
      [
        ['args.1', '', 'sk-1234'],
        ['args.2', '--token=', 'abcdef'],
      ],
    )
  })

  it.each([
    ['a reference', '${secret:A}'],
    ['a variable of the host', 'env:A'],
    ['a variable of a shell', '$A'],
    ['a placeholder', '<your token>'],
    ['a number', '4000'],
    ['a switch', 'true'],
    ['a path', '~/.secrets/token'],
    ['nothing', ''],
    ['no text', 5],
  ])('are not %s', (_what, value) => {
    expect(found({ env: { TOKEN: value } })).toEqual([])
  })

  it('cause warnings at their place, and are found in the whole text', () => {
    const text = '{ "mcpServers": {\n "a": { "command": "x",\n  "env": { "API_KEY": "sk-1234" } } } }'
    expect(parseMcpConfig(text, 'json', {}).problems).toEqual([
      {
        line: 3,
        column: 23,
        server: 'a',
        key: 'env',
        message: '`env` has the secret API_KEY in plain text: write ${secret:NAME} for a stored one',
        severity: 'warning',
        isPlainSecret: true,
      },
    ])
    expect(plainSecretsOf(text, null)).toMatchObject([{ server: 'a', path: ['mcpServers', 'a', 'env', 'API_KEY'] }])
    expect(plainSecretsOf(text, 'b')).toEqual([])
  })
})

it('keys have changed if their values have', () => {
  expect(changedKeys('{ "a": 1, "b": [1], "c": 1 }', '{ "b": [1], /* new */ "c": 2, "d": 1 }')).toEqual(['a', 'c', 'd'])
})
