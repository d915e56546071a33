import { describe, expect, it } from 'vitest'
import { readErrorBody } from './error-body'
import { waitHint } from './wait-hint'

const NOW = Date.parse('2026-01-02T03:04:05Z')

const hint = (headers: Readonly<Record<string, string>>, body: unknown = '') =>
  waitHint(new Headers(headers), readErrorBody(body), NOW)

describe('the wait that an endpoint asks for', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['parts of a second', { 'retry-after': '0.5' }, 500],
    ['a date', { 'retry-after': 'Fri, 02 Jan 2026 03:04:15 GMT' }, 10_000],
    ['a date that is past', { 'retry-after': 'Fri, 02 Jan 2026 03:04:00 GMT' }, 0],
    ['a duration', { 'retry-after': '20s' }, 20_000],
    ['milliseconds, which count first', { 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    ['nothing that can be read', { 'retry-after': 'soon' }, null],
    [
      'Groq: a limit that is used up',
      {
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '7.66s',
        'x-ratelimit-remaining-requests': '10',
        'x-ratelimit-reset-requests': '2m59.56s',
      },
      7660,
    ],
    [
      'OpenAI: minutes and seconds',
      { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' },
      360_000,
    ],
    [
      'OpenRouter: a time in milliseconds',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW + 4000) },
      4000,
    ],
    [
      'GitHub Models: a time in seconds',
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 9) },
      9000,
    ],
    [
      'Anthropic: a time',
      { 'anthropic-ratelimit-tokens-remaining': '0', 'anthropic-ratelimit-tokens-reset': '2026-01-02T03:05:05Z' },
      60_000,
    ],
  ])('is in the headers: %s', (_what, headers, ms) => {
    expect(hint(headers)).toBe(ms)
  })

  it.each([
    [
      'langchain-google#946: RetryInfo',
      [{ error: { details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' }] } }],
      37_000,
    ],
    [
      'kilocode#14269: words of AI Studio',
      { error: { message: 'You exceeded your current quota. Please retry in 14.208s.' } },
      14_208,
    ],
    ['RetryInfo as an object', { error: { details: [{ retry_delay: { seconds: 12, nanos: 500_000_000 } }] } }, 12_500],
    [
      'OpenAI: seconds',
      { error: { message: 'Rate limit reached for tokens per min. Please try again in 7.66s. Visit …' } },
      7660,
    ],
    ['OpenAI: milliseconds', { error: { message: 'Please try again in 120ms.' } }, 120],
    ['Groq: minutes', { error: { message: 'Please try again in 2m59.56s. Need more tokens?' } }, 179_560],
    ['Azure: words', { error: { message: 'Please retry after 20 seconds. Please contact support' } }, 20_000],
    [
      'LiteLLM: minutes in words',
      { error: { message: 'Deployment over limit. Try again in 1 minute and 30 seconds.' } },
      90_000,
    ],
    ['a bare number', { detail: 'Too many requests, retry after: 30' }, 30_000],
    ['a key', { error: 'Too Many Requests', retry_after: 3 }, 3000],
    ['a key in milliseconds', { retry_after_ms: 1500 }, 1500],
    ['a time', { error: { message: 'Your limit resets at 2026-01-02T03:14:05Z' } }, 600_000],
    ['nothing', { error: { message: 'Try again later.' } }, null],
    ['a number of something else', { error: { message: 'You used 500 tokens in 20 requests.' } }, null],
  ])('is in the body: %s', (_what, body, ms) => {
    expect(hint({}, body)).toBe(ms)
  })
})
