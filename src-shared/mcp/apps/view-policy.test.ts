import { describe, expect, it } from 'vitest'
import { domainsIn, NO_DOMAINS, readDomains, viewAddress, viewPolicy } from './view-policy'

describe('the policy of a view', () => {
  it('reaches nothing unless a domain is declared', () => {
    expect(viewPolicy(NO_DOMAINS)).toContain("connect-src 'none'")
    expect(viewPolicy(NO_DOMAINS)).not.toMatch(/https:|wss:|\*/)
  })

  it('has declared domains unchanged, but none with a local or too wide host', () => {
    const domains = readDomains({
      ui: {
        csp: {
          connectDomains: ['https://api.example.com', 'wss://live.example.com:8443', 'https://*.example.com'],
          resourceDomains: ['https://cdn.example.com'],
        },
      },
    })
    expect(domains.connect).toHaveLength(3)
    expect(domainsIn(viewAddress(domains).split('?')[1] ?? '')).toEqual(domains)
    expect(viewPolicy(domains)).toContain('connect-src https://api.example.com wss://live.example.com:8443')

    const wide = [
      '*',
      'https:',
      'https://*',
      'http://api.example.com',
      'https://127.0.0.1',
      'https://localhost',
      'https://printer.local',
      'https://app.localhost',
      "https://a.com 'unsafe-eval'",
      "https://a.com; script-src 'unsafe-eval'",
      'https://a.com/path',
      'data:',
      "'self'",
      7,
    ]
    expect(readDomains({ ui: { csp: { connectDomains: wide, resourceDomains: wide } } })).toEqual(NO_DOMAINS)
    expect(domainsIn(wide.map((each) => `connect=${encodeURIComponent(each)}`).join('&'))).toEqual(NO_DOMAINS)
    expect(readDomains({ ui: { csp: { connectDomains: 'https://api.example.com' } } })).toEqual(NO_DOMAINS)
    expect(readDomains(null)).toEqual(NO_DOMAINS)
  })
})
