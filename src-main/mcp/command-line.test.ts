import { parseEntry } from '@shared/config/mcp-entry'
import { describe, expect, it } from 'vitest'
import { describeTarget, maskSecrets } from './command-line'

const variables = { API_TOKEN: 'tok-12345', PLACE: 'here' }
function target(entry: unknown): string {
  const { server } = parseEntry('s', entry, variables)
  if (!server) throw new Error('not a good entry')
  return describeTarget(server)
}

describe('describeTarget', () => {
  it('is the command line that is executed, quoted where a shell would want it', () => {
    expect(target({ command: 'npx', args: ['-y', 'some thing', '${PLACE}/x.js', "it's"] })).toBe(String.raw`npx -y 'some thing' here/x.js 'it'\''s'`)
  })

  it('masks what came from a secret variable, and what stands behind an option that names a secret', () => {
    expect(target({ command: 'x', args: ['--header=Bearer ${API_TOKEN}', '--api-key', 'abc', '--password=def', '--verbose', 'on'] })).toBe("x '--header=Bearer •••' --api-key ••• --password=••• --verbose on")
  })

  it('shows what a terminal or a page would not, so that no part of a line can hide or run over another', () => {
    expect(target({ command: 'x', args: ['a\nb', '\u001b[2K', 'left\u202etfel', 'zero\u200bwidth'] })).toBe(String.raw`x 'a\u{a}b' '\u{1b}[2K' 'left\u{202e}tfel' 'zero\u{200b}width'`)
  })

  it('masks passwords and secret parameters of a URL', () => {
    expect(target({ url: 'https://me:word@host/mcp?apikey=zzz&page=1' })).toBe('https://me:•••@host/mcp?apikey=•••&page=1')
    expect(target({ url: 'https://host/${API_TOKEN}/mcp' })).toBe('https://host/•••/mcp')
  })
})

describe('maskSecrets', () => {
  it('masks a secret that contains another one whole', () => {
    expect(maskSecrets('abcdef and abc', ['abc', 'abcdef'])).toBe('••• and •••')
  })
})
