import { describe, expect, it } from 'vitest'
import { PROFILE_NAMES } from '@shared/settings/profile-names'
import { profileFor } from './profiles'

describe('the profile of an endpoint', () => {
  it.each([
    ['https://api.openai.com/v1', 'openai'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['https://api.anthropic.com/v1/', 'anthropic'],
    ['https://generativelanguage.googleapis.com/v1beta/openai/', 'gemini'],
    ['http://localhost:11434/v1', 'ollama'],
    ['http://127.0.0.1:1234/v1', 'lmstudio'],
    ['http://[::1]:8080/v1', 'llamacpp'],
    ['http://localhost:8000/v1', 'vllm'],
    ['https://models.example.org/v1', 'generic'],
    ['https://notopenai.com/v1', 'generic'],
    ['https://models.example.org:8000/v1', 'generic'],
  ])('is read off %s as %s', (baseUrl, name) => {
    expect(profileFor('auto', baseUrl).name).toBe(name)
  })

  it.each(PROFILE_NAMES)('can be named: %s', (name) => {
    expect(profileFor(name, 'https://models.example.org/v1').name).toBe(name)
  })

  it('must exist', () => {
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
