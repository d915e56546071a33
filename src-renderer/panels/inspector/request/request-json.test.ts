import { expect, it } from 'vitest'
import { curlOf, requestJson, type WholeRequest } from './request-json'

const whole: WholeRequest = {
  request: {
    model: 'test/lantern',
    tool_choice: null,
    response_format: null,
    sampling: {},
  } as unknown as WholeRequest['request'],
  messages: [{ role: 'user', content: "it's \u0003\u007f\u009b\u202e $(x)\n" }],
  tools: [],
}

it('a curl command contains a variable for the key, and no control characters', () => {
  const text = curlOf(whole, 'http://[::1]:1234/v1/')
  expect(text).toContain(`'http://[::1]:1234/v1/chat/completions'`)
  expect(text).toContain('"Authorization: Bearer $API_KEY"')
  expect(text).toContain(String.raw`it'\''s \u0003\u007f\u009b\u202e $(x)\n`)
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
})

it('the request is the body that was sent, if the log contains it', () => {
  const sent = {
    body: { model: 'test/lantern', max_completion_tokens: 9 },
    cache_marks: [],
    messages: [],
  } as unknown as NonNullable<WholeRequest['sent']>
  expect(JSON.parse(requestJson({ ...whole, sent, sentTools: [{ name: 'go' }] }))).toEqual({
    model: 'test/lantern',
    messages: whole.messages,
    tools: [{ name: 'go' }],
    max_completion_tokens: 9,
  })
})

it('escapes control characters in an address', () => {
  expect(curlOf(whole, 'http://x/\u0003\ntouch x\n')).toContain(String.raw`'http://x/\u{3}\u{a}touch x\u{a}/chat`)
})
