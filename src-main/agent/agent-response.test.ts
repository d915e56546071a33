import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HELPER_PROMPTS } from '@shared/agent/helper-prompts'
import { SYSTEM_PROMPT } from '@shared/agent/system-prompt'
import { agentResponse, agentResponseFormat, parseAgentResponse } from './agent-response'

/** A command as a person types it: words, one line. */
const command = fc
  .array(fc.stringMatching(/^[a-z"',.]{1,12}$/), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '))
const answer = fc.record({
  thinking: fc.string(),
  action: command,
  new_objective: fc.option(fc.stringMatching(/^[a-z]{1,20}$/)),
})
const prose = fc.stringMatching(/^[A-Za-z .,!?`'\n-]{0,80}$/)

describe('the answer of a player', () => {
  it('P46, P47: is read with thinking, action and objective (R15.1, R15.2), bare, in a fence, or with text around it', () => {
    const wrap = fc.constantFrom<(json: string, before: string, after: string) => string>(
      (json) => json,
      (json) => `\`\`\`json\n${json}\n\`\`\``,
      (json, before, after) => `${before}\n${json}\n${after}`,
      (json, before) => `<think>${before}</think>\`\`\`\n${json}\n\`\`\``,
    )
    fc.assert(
      fc.property(answer, wrap, prose, prose, (given, wrapped, before, after) => {
        expect(parseAgentResponse(wrapped(JSON.stringify(given), before, after))).toMatchObject({
          ok: true,
          response: given,
        })
      }),
      { numRuns: 300 },
    )
  })

  it('P2: an action read from any reply is one non-empty line', () => {
    const reply = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ thinking: fc.string(), action: fc.string({ unit: 'binary' }) }).map((value) => JSON.stringify(value)),
    )
    fc.assert(
      fc.property(reply, (text) => {
        const parsed = parseAgentResponse(text)
        if (parsed.ok) expect(parsed.response.action).toMatch(/^\P{Cc}{1,240}$/u)
        else expect(parsed.error).not.toBe('')
      }),
      { numRuns: 500 },
    )
  })

  it('is the last matching object, because a model may draft first', () => {
    const draft =
      '{"thinking": "a", "action": "north"} No: {"thinking": "b {", "action": "say \\"hi\\" {"} {"score": 1}'
    expect(parseAgentResponse(draft)).toMatchObject({ ok: true, response: { thinking: 'b {', action: 'say "hi" {' } })
  })

  it.each([
    ['I go north.', /no JSON object/],
    ['{"thinking": "x"}', /action/],
    ['{"thinking": "x", "action": " \\n "}', /action: is empty/],
    [`{"thinking": "x", "action": "${'go '.repeat(100)}"}`, /too long/],
    ['{"thinking": "x", "action": "nor', /no JSON object/],
    ['{"action": "north"}', /thinking/],
  ])('without a matching object is refused with its fault: %s', (reply, fault) => {
    expect(parseAgentResponse(reply)).toEqual({ ok: false, error: expect.stringMatching(fault) })
  })

  it.each([
    'An aim that takes several turns, only when you set yourself a new one, else null',
    'an aim that takes several turns',
    '  ',
  ])('has no objective if it copies the form: %s', (new_objective) => {
    const copy = JSON.stringify({ thinking: 'x', action: 'north', new_objective })
    expect(parseAgentResponse(copy)).toMatchObject({ ok: true, response: { action: 'north', new_objective: null } })
  })

  it('is refused if its action is copied from the form', () => {
    const copy = '{"thinking": "why this action, in a few sentences", "action": "One command", "new_objective": null}'
    expect(parseAgentResponse(copy)).toEqual({ ok: false, error: expect.stringContaining('explanation') })
  })

  it('has no note or expectation that is copied from the form, and has any other', () => {
    const answerWith = (text: string, expect: string) =>
      JSON.stringify({
        thinking: 'x',
        action: 'north',
        new_objective: 'take the lamp',
        note: { kind: 'puzzle', subject: 'door', value: '', text, lasts: 'world' },
        expect,
      })
    expect(
      parseAgentResponse(answerWith('one sentence', 'what you expect the action to bring, in a few words')),
    ).toMatchObject({ fields: { note: null, expect: null }, response: { new_objective: 'take the lamp' } })
    expect(parseAgentResponse(answerWith('It needs a key.', 'it opens'))).toMatchObject({
      fields: { note: { text: 'It needs a key.' }, expect: 'it opens' },
    })
  })

  it('is requested by prompts whose forms are valid JSON, and is not an explanation', () => {
    const forms = [SYSTEM_PROMPT, ...Object.values(HELPER_PROMPTS)].map((prompt) => /^\{.+\}$/m.exec(prompt)?.[0])
    for (const form of forms) expect(JSON.parse(form ?? '')).toBeTypeOf('object')
    expect(parseAgentResponse(forms[0] ?? '')).toMatchObject({ ok: true, response: { new_objective: null } })
  })

  it('is requested with a schema that matches the parser (R5.9)', () => {
    const { properties, required } = agentResponseFormat.schema
    expect(Object.keys(agentResponse.shape)).toEqual(Object.keys(properties))
    expect(required).toEqual(Object.keys(properties))
    expect(agentResponse.parse({ thinking: '', action: 'x', new_objective: null })).toEqual({
      thinking: '',
      action: 'x',
      new_objective: null,
    })
  })

  // A pass for each brace would take minutes.
  it('is searched for in one pass, even in a megabyte of braces', () => {
    expect(parseAgentResponse('{'.repeat(1_000_000)).ok).toBe(false)
    expect(parseAgentResponse('{}'.repeat(10_000)).ok).toBe(false)
  })
})
