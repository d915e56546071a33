import { expect, it } from 'vitest'
import { isProtected } from './web-address'

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
