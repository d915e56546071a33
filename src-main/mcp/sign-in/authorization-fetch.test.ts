import { expect, it } from 'vitest'
import { refuseAddress } from './authorization-fetch'

const server = 'https://mcp.example.com/mcp'

it.each([
  'http://login.example.com/token',
  'javascript:alert(1)',
  'https://user:secret@login.example.com/',
  'https://127.1/',
  'https://2130706433/',
  'https://0.0.0.0/',
  'https://localhost./',
  'https://login.localhost/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
])('a server elsewhere cannot name %s as an address of its sign-in', (address) => {
  expect(() => refuseAddress(address, server)).toThrow('which is not used')
})

it.each(['https://login.example.com/token', 'https://128.0.0.1/', 'https://[::ffff:128.0.0.1]/'])(
  'a server elsewhere can name %s',
  (address) => {
    expect(() => refuseAddress(address, server)).not.toThrow()
  },
)
