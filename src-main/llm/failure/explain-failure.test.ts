import { describe, expect, it, vi } from 'vitest'
import { plainEndpoint } from '../plain-endpoint.testkit'
import { explainFailure } from './explain-failure'

describe('an endpoint that gives no answer', () => {
  it.each([
    [
      'EAI_AGAIN',
      'https://api.example.org/v1',
      'api.example.org cannot be found (EAI_AGAIN). Check the connection to the network and the address of the endpoint.',
    ],
    [
      'ENOTFOUND',
      'https://api.example.org/v1',
      'api.example.org cannot be found (ENOTFOUND). Check the connection to the network and the address of the endpoint.',
    ],
    [
      'ENETUNREACH',
      'https://10.1.2.3:8000/v1',
      '10.1.2.3:8000 cannot be reached (ENETUNREACH). Check the connection to the network.',
    ],
    [
      'ECONNREFUSED',
      'http://127.0.0.1:11434/v1',
      'Nothing answers at http://127.0.0.1:11434/v1 (ECONNREFUSED). Start the model server on this computer, or correct the address.',
    ],
    [
      'ECONNREFUSED',
      'http://[::1]:1234/v1',
      'Nothing answers at http://[::1]:1234/v1 (ECONNREFUSED). Start the model server on this computer, or correct the address.',
    ],
    [
      'ECONNREFUSED',
      'https://models.example.org/v1',
      'Nothing answers at https://models.example.org/v1 (ECONNREFUSED). Check the address of the endpoint.',
    ],
    [
      'ECONNRESET',
      'https://models.example.org/v1',
      'https://models.example.org/v1 gave no usable answer (ECONNRESET): the reason.',
    ],
    ['500', 'https://models.example.org/v1', 'https://models.example.org/v1 gave no usable answer (500): the reason.'],
  ])('%s at %s', (code, baseUrl, sentence) => {
    const failure = { code, detail: 'the reason', verdict: 'retry', retryAfterMs: null } as const
    expect(explainFailure(failure, { ...plainEndpoint(baseUrl), model: 'm' }).message).toBe(sentence)
  })

  it('mentions the macOS permission for the local network only on macOS', () => {
    const failure = { code: 'EHOSTUNREACH', detail: '', verdict: 'retry', retryAfterMs: null } as const
    const messageOn = (platform: NodeJS.Platform) => {
      vi.stubGlobal('process', { ...process, platform })
      return explainFailure(failure, { ...plainEndpoint('http://10.1.2.3:11434/v1'), model: 'm' }).message
    }
    try {
      expect(messageOn('darwin')).toContain('Privacy & Security › Local Network')
      expect(messageOn('linux')).not.toContain('Local Network')
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
