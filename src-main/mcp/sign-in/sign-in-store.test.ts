import { expect, it } from 'vitest'
import type { RemoteServer } from '@shared/mcp/mcp-entry'
import { memorySecrets } from '../../secrets/secret-store'
import { openSecrets } from '../../secrets/secrets'
import { openSignIns, type SignIn } from './sign-in-store'

const serverAt = (url: string) => ({ url, oauth: null }) as unknown as RemoteServer
const withTokens = (access_token: string, refresh_token: string): SignIn => ({
  tokens: { access_token, refresh_token, token_type: 'Bearer' },
  client: { client_id: 'app', client_secret: 'secret-of-the-client' },
  discovery: { authorizationServerUrl: 'https://login.example/' },
  at: '2026-01-01T00:00:00.000Z',
})

it('masks the last tokens of each server, however many a server gives', async () => {
  const secrets = openSecrets(memorySecrets(), {}, [])
  const signIns = openSignIns(secrets)
  const other = serverAt('https://other.example/mcp')
  await signIns.write(other, withTokens('token-of-another-server', 'refresh-of-another-server'))
  const server = serverAt('https://refuses.example/mcp')
  for (let renewal = 1; renewal <= 1000; renewal++)
    await signIns.write(server, withTokens(`access-number-${renewal}.`, `refresh-number-${renewal}.`))
  const maskOf = (text: string) => secrets.mask.text(text)
  for (const secret of [
    'access-number-1000.',
    'refresh-number-990.',
    'secret-of-the-client',
    'token-of-another-server',
  ])
    expect(maskOf(secret)).toBe('•••')
  expect(maskOf('access-number-1.')).toBe('access-number-1.')
})

it('does not mask a common word that a server sends as a token', async () => {
  const secrets = openSecrets(memorySecrets(), {}, [])
  await openSignIns(secrets).write(serverAt('https://odd.example/mcp'), withTokens('the', 'in'))
  expect(secrets.mask.text('the lamp in the house')).toBe('the lamp in the house')
})
