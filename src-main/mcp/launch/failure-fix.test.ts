import { describe, expect, it } from 'vitest'
import { parseEntry } from '@shared/mcp/mcp-entry'
import { type FailureKind, fixFor } from './failure-fix'

const local = parseEntry('s', { command: 'npx', args: ['-y', 'x'] }, {}).server
const remote = parseEntry('s', { url: 'https://h/mcp' }, {}).server
const fix = (server: typeof local, kind: FailureKind, error: string, stderr = '') =>
  server ? fixFor({ server, stage: 'handshake', kind, error, stderr }) : ''

describe('the fix of a failed start', () => {
  it.each([
    [
      "npm error code E404\nnpm error 404 Not Found - GET https://registry.example/@scope%2fno-such - Not found\nnpm error 404  '@scope/no-such@*' is not in this registry.",
      'no package @scope/no-such',
    ],
    ['npm ERR! code ENOTFOUND\nnpm ERR! network request failed', 'registry could not be reached'],
    ['npm warn EBADENGINE Unsupported engine', 'another version of Node.js'],
    ["Error: Cannot find module '/srv/a.js'", '/srv/a.js is missing'],
    ["ModuleNotFoundError: No module named 'mcp_lamp'", 'Python module mcp_lamp is not installed'],
    ['Cannot connect to the Docker daemon', 'container engine is not running'],
  ])('recognizes the words of npm, Node, Python and Docker: %s', (stderr, expected) => {
    expect(fix(local, 'ended', 'it exited with code 1 before it was ready', stderr)).toContain(expected)
  })

  it('names the Node that the server ran on: its own, or that of the app', () => {
    const own = parseEntry('s', { command: 'node', args: ['x.js'] }, {}).server
    const received = 'Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:later'
    expect(fix(local, 'ended', 'it exited with code 1', received)).toMatch(/another version of Node\.js.*nodejs\.org/)
    expect(fix(own, 'ended', 'it exited with code 1', received)).toMatch(
      /another version of Node\.js.*ZorkGPT's own Node\.js.*full path/,
    )
    expect(fix(local, 'ended', 'Node.js v18.20.1 is on the PATH; version 22 or newer is needed.')).toContain(
      'another version of Node.js',
    )
  })

  it.each([
    ['fetch failed: connect ECONNREFUSED 127.0.0.1:1', 'No program listens there'],
    ['fetch failed: self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
    ['fetch failed: SSL routines:ssl3_get_record:wrong version number', 'try http://'],
    ['Error POSTing to endpoint (HTTP 403): no', 'knows you but refuses'],
    ['something new', 'Check that the server is running'],
  ])('recognizes network errors: %s', (error, expected) => {
    expect(fix(remote, 'other', error)).toContain(expected)
  })

  it('distinguishes a missing key from a refused one', () => {
    const keyed = parseEntry('s', { url: 'https://h/mcp', headers: { 'X-API-Key': 'k' } }, {}).server
    const refused = 'the server requires authorization (HTTP 401)'
    expect(fix(remote, 'other', refused)).toMatch(/^Add the header/)
    expect(fix(keyed, 'other', refused)).toMatch(/^The key in the headers is wrong/)
  })

  it('distinguishes timeouts, ends and error answers by the kind of the failure, not by its message', () => {
    expect(fix(remote, 'late', 'did not get ready within 10 s')).toContain('check the URL')
    expect(fix(local, 'late', 'did not get ready within 10 s')).toContain('It runs but does not answer in time')
    expect(fix(local, 'ended', 'it was ended by SIGKILL')).toContain('The program ended')
    for (const said of ['Request timed out', 'it exited with code 1', 'closed the connection', '404 not found'])
      expect(fix(local, 'answered', said)).toContain('The server itself answers')
    expect(fix(remote, 'other', 'the clock timed out')).toContain('Check that the server is running')
  })
})
