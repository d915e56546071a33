import { expect, it } from 'vitest'
import type { Asking } from './questions'
import { ALLOW_FOR_EPISODE, promptQuestion, replyQuestion, withRememberedConsent } from './sampling-questions'

const UNSEEN = '\u001b'.repeat(100_001)

it('the limit applies to the escaped text; a text that is too long is refused without being escaped', () => {
  const prompt = (content: string) => () => promptQuestion([{ role: 'user', content }], 'm', 10)
  expect(prompt('x'.repeat(100_000))).not.toThrow()
  expect(prompt('\u001b'.repeat(20_000))).toThrow('it sends the model 120000 characters')
  expect(prompt(UNSEEN)).toThrow('it sends the model 100001 characters')
  const reply = {
    model: 'm',
    finishReason: 'stop',
    costUsd: null,
    usage: { input: 1, output: 1, cached: null, reasoning: null, estimated: false },
  }
  expect(() => replyQuestion({ ...reply, text: 'x'.repeat(100_000) })).not.toThrow()
  for (const text of ['\u001b'.repeat(20_000), UNSEEN])
    expect(() => replyQuestion({ ...reply, text })).toThrow('is longer than 100000 characters')
})

it('a consent to further prompts covers prompts and replies of that server, and no address or form', async () => {
  const asked: string[] = []
  const ask = withRememberedConsent(async ({ server, kind }) => {
    asked.push(`${server} ${kind}`)
    return { action: 'accept', content: { [ALLOW_FOR_EPISODE]: true } }
  })
  const kinds = ['prompt', 'prompt', 'reply', 'form', 'address', 'opened'] as const
  for (const kind of kinds) await ask({ server: 's', kind } as Asking, new AbortController().signal)
  await ask({ server: 'other', kind: 'reply' } as Asking, new AbortController().signal)
  expect(asked).toEqual(['s prompt', 's form', 's address', 's opened', 'other reply'])
})
