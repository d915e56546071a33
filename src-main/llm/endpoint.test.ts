import { settings } from '@shared/config/settings'
import { describe, expect, it } from 'vitest'
import { memorySecrets } from '../secrets/secret-store'
import { openSecrets } from '../secrets/secrets'
import { describeEndpoint, openEndpoint } from './endpoint'

const own = 'https://models.example.org/v1'
const llm = settings.parse({ llm: { client_base_url: own, api_key: '${secret:TEAM_KEY}', headers: { 'X-Team': 'team-${secret:TEAM}' } } }).llm
const secretsOf = (values: Readonly<Record<string, string>>, env = {}) => {
  const store = memorySecrets()
  for (const [name, value] of Object.entries(values)) store.set(name, value)
  return openSecrets(store, env, [])
}

describe('an endpoint', () => {
  it('of the settings gets their key and their headers, and no other does', () => {
    const secrets = secretsOf({ TEAM_KEY: 'key-of-the-team', TEAM: 'lamp', OPENAI_API_KEY: 'key-of-openai' })
    const ours = openEndpoint(own, llm, secrets, {})
    expect([ours.readApiKey(), ours.readHeaders()]).toEqual(['key-of-the-team', { 'X-Team': 'team-lamp' }])
    const other = openEndpoint('https://api.openai.com/v1', llm, secrets, {})
    expect([other.readApiKey(), other.readHeaders()]).toEqual(['key-of-openai', {}])
  })

  it('that nobody knows gets no key of a provider', () => {
    expect(openEndpoint('https://elsewhere.example.org/v1', llm, secretsOf({ OPENAI_API_KEY: 'key-of-openai' }), {}).readApiKey()).toBeNull()
  })

  it('says which secret is missing', () => {
    expect(() => openEndpoint(own, llm, secretsOf({}), {}).readApiKey()).toThrow(/llm\.api_key uses \$\{secret:TEAM_KEY\}, which does not exist/)
    expect(describeEndpoint(openEndpoint(own, llm, secretsOf({}), {}), 'm').hasKey).toBe(false)
  })

  it('tells what is not sent to it, or not to this model', () => {
    const unsupported = (url: string, model: string) => describeEndpoint(openEndpoint(url, llm, secretsOf({}), {}), model).unsupported
    expect(unsupported('https://api.anthropic.com/v1', 'claude')).toEqual(['top_p', 'top_k', 'min_p', 'seed', 'reasoning_effort'])
    expect(unsupported('https://api.openai.com/v1', 'gpt-5')).toEqual(['temperature', 'top_p', 'top_k', 'min_p', 'seed'])
    expect(unsupported('https://openrouter.ai/api/v1', 'any')).toEqual([])
  })
})
