import { parseEntry } from '@shared/config/mcp-entry'
import { describe, expect, it } from 'vitest'
import { fixFor } from './failure-fix'

const local = parseEntry('s', { command: 'npx', args: ['-y', 'x'] }, {}).server
const remote = parseEntry('s', { url: 'https://h/mcp' }, {}).server
const fix = (server: typeof local, error: string, stderr = '') => (server ? fixFor({ server, stage: 'handshake', error, stderr }) : '')

describe('the fix of a failed start', () => {
  it.each([
    ["npm error code E404\nnpm error 404 Not Found - GET https://registry.example/@scope%2fno-such - Not found\nnpm error 404  '@scope/no-such@*' is not in this registry.", 'no package @scope/no-such'],
    ['npm ERR! code ENOTFOUND\nnpm ERR! network request failed', 'registry could not be reached'],
    ['npm warn EBADENGINE Unsupported engine', 'another version of Node.js'],
    ["Error: Cannot find module '/srv/a.js'", '/srv/a.js is missing'],
    ["ModuleNotFoundError: No module named 'mcp_lamp'", 'Python module mcp_lamp is not installed'],
    ['Cannot connect to the Docker daemon', 'container engine is not running'],
  ])('reads the words of npm, Node, Python and Docker: %s', (stderr, expected) => {
    expect(fix(local, 'it exited with code 1 before it was ready', stderr)).toContain(expected)
  })

  it.each([
    ['fetch failed: connect ECONNREFUSED 127.0.0.1:1', 'Nobody listens there'],
    ['fetch failed: self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
    ['fetch failed: SSL routines:ssl3_get_record:wrong version number', 'try http://'],
    ['Error POSTing to endpoint (HTTP 403): no', 'knows you and refuses'],
    ['did not get ready within 10 s', 'check the URL'],
    ['something new', 'Check that the server is running'],
  ])('reads what the network says: %s', (error, expected) => {
    expect(fix(remote, error)).toContain(expected)
  })
})
