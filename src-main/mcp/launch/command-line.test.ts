import { describe, expect, it } from 'vitest'
import { parseEntry, type StdioServer } from '@shared/mcp/mcp-entry'
import { describeEnvFile, describeProgram, describeTarget, describeVariables, maskSecrets } from './command-line'

const variables = { API_TOKEN: 'tok-12345', PLACE: 'here' }
function target(entry: unknown): string {
  const { server } = parseEntry('s', entry, variables)
  if (!server) throw new Error('not a good entry')
  return describeTarget(server)
}

describe('describeTarget', () => {
  it('is the executed command line, quoted as a shell requires', () => {
    expect(target({ command: 'npx', args: ['-y', 'some thing', '${PLACE}/x.js', "it's"] })).toBe(
      String.raw`npx -y 'some thing' here/x.js 'it'\''s'`,
    )
  })

  it('masks the values of secret variables, and those after an option with the name of a secret', () => {
    expect(
      target({
        command: 'x',
        args: ['--header=Bearer ${API_TOKEN}', '--api-key', 'abc', '--password=def', '--verbose', 'on'],
      }),
    ).toBe("x '--header=Bearer •••' --api-key ••• --password=••• --verbose on")
    expect(target({ command: 'x serve --api-key abc', args: [] })).toBe("'x serve --api-key •••'")
  })

  it('makes invisible characters visible, so that no part of a line is hidden', () => {
    expect(target({ command: 'x', args: ['a\nb', '\u001b[2K', 'left\u202etfel', 'zero\u200bwidth'] })).toBe(
      String.raw`x 'a\u{a}b' '\u{1b}[2K' 'left\u{202e}tfel' 'zero\u{200b}width'`,
    )
  })

  it('masks passwords and secret parameters of a URL', () => {
    expect(target({ url: 'https://me:word@host/mcp?apikey=zzz&page=1' })).toBe(
      'https://me:•••@host/mcp?apikey=•••&page=1',
    )
    expect(target({ url: 'https://host/${API_TOKEN}/mcp' })).toBe('https://host/•••/mcp')
  })
})

describe('a program to agree to', () => {
  function program(entry: unknown): StdioServer {
    const { server } = parseEntry('s', entry, variables)
    if (server?.transport !== 'stdio') throw new Error('not a good entry')
    return server
  }

  it('shows every word of the file, whatever the file calls a secret', () => {
    const hiding = program({
      command: 'node',
      args: ['--token', '/tmp/evil.js', '--import=/tmp/evil.js', '${API_TOKEN}'],
      env: { MY_TOKEN: '/tmp/evil.js', OTHER_TOKEN: '--import' },
    })
    expect(describeProgram(hiding)).toBe('node --token /tmp/evil.js --import=/tmp/evil.js •••')
    expect(describeTarget(hiding)).toBe('node --token ••• •••=••• •••')
  })

  it('marks the variables that decide what runs, and masks no value that is in the file', () => {
    const env = {
      NODE_OPTIONS: '--require ./x.js',
      CITY: 'Oslo',
      MY_TOKEN: './x.js',
      GIT_ASKPASS: './y.sh',
      LD_PRELOAD: '/x\u202e.so',
      place: '${PLACE}',
    }
    expect(describeVariables(program({ command: 'x', env }))).toEqual([
      { text: "NODE_OPTIONS='--require ./x.js'", decides: true },
      { text: 'GIT_ASKPASS=./y.sh', decides: true },
      { text: String.raw`LD_PRELOAD='/x\u{202e}.so'`, decides: true },
      { text: 'CITY=Oslo', decides: false },
      { text: 'MY_TOKEN=•••', decides: false },
      { text: 'place=here', decides: false },
    ])
  })

  it('shows the variables of its file by name, and values that decide what runs', () => {
    const variables = {
      CITY: 'Oslo',
      DYLD_INSERT_LIBRARIES: './x.dylib',
      'a\u001b b': '1',
      PYTHONPATH: 'y'.repeat(2000),
      ELECTRON_RUN_AS_NODE: '1',
      Path: '/evil',
    }
    expect(describeEnvFile({ path: '/.env', sha256: 'x', variables, fault: null }, program({ command: 'x' }))).toEqual([
      { text: 'DYLD_INSERT_LIBRARIES=./x.dylib', decides: true },
      { text: `PYTHONPATH=${'y'.repeat(2000)}`, decides: true },
      { text: 'ELECTRON_RUN_AS_NODE=1', decides: true },
      { text: 'Path=/evil', decides: true },
      { text: 'CITY', decides: false },
      { text: String.raw`'a\u{1b} b'`, decides: false },
    ])
  })
})

describe('maskSecrets', () => {
  it('masks a secret that contains another one as a whole', () => {
    expect(maskSecrets('abcdef and abc', ['abc', 'abcdef'])).toBe('••• and •••')
  })
})
