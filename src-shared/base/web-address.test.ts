import { expect, it } from 'vitest'
import { isPrivate, isProtected } from './web-address'

it('a token is sent over http only to what certainly is this computer', () => {
  const addresses = [
    'http://127.0.0.1:1/',
    'http://localhost/',
    'http://[::1]/',
    'http://login.localhost/',
    'http://localhost./',
  ]
  expect(addresses.map(isProtected)).toEqual([true, true, true, false, false])
})

it('an address within a local network is known in every form', () => {
  const hosts = ['10.1.2.3', '0xa.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '127.1']
  const names = ['[fd00::1]', '[fe80::1]', '[::ffff:10.0.0.1]', 'printer', 'nas.local', 'db.internal.', 'localhost']
  expect([...hosts, ...names].filter((host) => !isPrivate(`https://${host}/`))).toEqual([])
  const open = ['github.com', '172.32.0.1', '100.128.0.1', '8.8.8.8', '[2606:4700::1]', 'local.example']
  expect(open.filter((host) => isPrivate(`https://${host}/`))).toEqual([])
})
