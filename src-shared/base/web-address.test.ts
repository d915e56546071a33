import { expect, it } from 'vitest'
import { isLoopback, isPrivate, isProtected } from './web-address'

it('a token is sent over http only to this computer', () => {
  const addresses = [
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://[::1]/',
    'http://login.localhost/',
    'http://localhost./',
  ]
  expect(addresses.map(isProtected)).toEqual([true, true, true, false, false])
})

it('a token is sent to other computers only over https, and never to an address with a name or password', () => {
  const refused = [
    'http://example.com/',
    'ftp://localhost/',
    'ws://localhost/',
    'https://ada@example.com/',
    'https://:xyzzy@example.com/',
    'http://ada:xyzzy@localhost/',
    'example.com',
  ]
  expect(refused.filter(isProtected)).toEqual([])
  expect(isProtected('https://example.com/')).toBe(true)
})

it('every form of this computer’s address is recognized', () => {
  const hosts = ['localhost', 'localhost.', 'login.localhost', '127.0.0.1', '127.100.20.30', '0.0.0.0', '[::1]', '[::]']
  const mapped = ['[::ffff:127.0.0.1]', '[::ffff:127.100.20.30]', '[::ffff:0.0.0.0]']
  expect([...hosts, ...mapped].filter((host) => !isLoopback(`http://${host}/`))).toEqual([])
  const others = ['localhost.example', 'notlocalhost', '128.0.0.1', '[::2]', '[::ffff:10.0.0.1]']
  expect(others.filter((host) => isLoopback(`http://${host}/`))).toEqual([])
  expect(isLoopback('localhost')).toBe(false)
})

it('every form of an address within a local network is recognized', () => {
  const hosts = ['10.1.2.3', '0xa.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '127.1']
  const names = ['[fd00::1]', '[fe80::1]', '[::ffff:10.0.0.1]', 'printer', 'nas.local', 'db.internal.', 'localhost']
  expect([...hosts, ...names].filter((host) => !isPrivate(`https://${host}/`))).toEqual([])
  const open = ['github.com', '172.32.0.1', '100.128.0.1', '8.8.8.8', '[2606:4700::1]', 'local.example']
  expect(open.filter((host) => isPrivate(`https://${host}/`))).toEqual([])
})
