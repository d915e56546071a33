import { describe, expect, it } from 'vitest'
import { PROFILE_NAMES } from '@shared/settings/profile-names'
import { profileFor, trustedEndpointOf } from './find-profile'

describe('the profile of an endpoint', () => {
  it.each([
    ['https://api.openai.com/v1', 'openai'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['https://api.anthropic.com/v1/', 'anthropic'],
    ['https://generativelanguage.googleapis.com/v1beta/openai/', 'gemini'],
    ['https://api.mistral.ai/v1', 'mistral'],
    ['https://mine.openai.azure.com/openai/v1/', 'azure'],
    ['https://mine.services.ai.azure.com/openai/v1/', 'azure'],
    ['https://api.deepseek.com', 'deepseek'],
    ['https://api.groq.com/openai/v1', 'groq'],
    ['https://api.x.ai/v1', 'xai'],
    ['https://api.together.xyz/v1', 'together'],
    ['https://models.github.ai/inference', 'github'],
    ['https://evilx.ai/v1', 'generic'],
    ['http://localhost:11434/v1', 'ollama'],
    ['http://127.0.0.1:1234/v1', 'lmstudio'],
    ['http://[::1]:8080/v1', 'llamacpp'],
    ['http://localhost:8000/v1', 'vllm'],
    ['https://models.example.org/v1', 'generic'],
    ['https://notopenai.com/v1', 'generic'],
    ['https://models.example.org:8000/v1', 'generic'],
  ])('is derived from %s as %s', (baseUrl, name) => {
    expect(profileFor('auto', baseUrl).name).toBe(name)
  })

  it.each(PROFILE_NAMES)('can be named: %s', (name) => {
    expect(profileFor(name, 'https://models.example.org/v1').name).toBe(name)
  })

  it('gives a key of Azure to no other resource of Azure', () => {
    expect(trustedEndpointOf('AZURE_API_KEY')).toBeNull()
    expect(trustedEndpointOf('GROQ_API_KEY')?.isAt('https://api.groq.com/openai/v1')).toBe(true)
  })

  it('is refused if its name is unknown', () => {
    expect(() => profileFor('openia', 'https://api.openai.com/v1')).toThrow(/no provider profile "openia".*openai/)
  })

  it('needs no key on this machine, and names its variable elsewhere', () => {
    expect(profileFor('openrouter', 'http://127.0.0.1:9/v1').keyIsOptional).toBe(true)
    expect(profileFor('openrouter', 'https://openrouter.ai/api/v1')).toMatchObject({
      keyIsOptional: false,
      keyVariable: 'OPENROUTER_API_KEY',
    })
    expect(profileFor('auto', 'http://127.0.0.1.example.org/v1').keyIsOptional).toBe(false)
  })
})
