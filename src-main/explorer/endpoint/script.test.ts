import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OpenAI } from 'openai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EXPLORER_MODEL, type Explorer, startExplorer } from './endpoint'

let folder: string
let explorer: Explorer | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'script-'))
})
afterEach(async () => {
  await explorer?.close()
  explorer = null
  rmSync(folder, { recursive: true })
})

async function startScripted(replies: readonly unknown[]): Promise<OpenAI> {
  const scriptFile = join(folder, 'replies.json')
  writeFileSync(scriptFile, JSON.stringify({ replies }))
  explorer = await startExplorer({ wordsPerSecond: 0, scriptFile })
  return new OpenAI({ baseURL: explorer.baseUrl, apiKey: 'none', maxRetries: 0 })
}

const opening: OpenAI.ChatCompletionMessageParam[] = [
  { role: 'user', content: 'Hall\nA bare hall. A doorway leads north.' },
]
const ask = async (client: OpenAI, messages = opening) =>
  (await client.chat.completions.create({ model: EXPLORER_MODEL, messages })).choices[0]

describe('a script of replies', () => {
  it('answers the iterations of a turn in order, then leaves the word to the explorer', async () => {
    const client = await startScripted([
      { turn: 1, calls: [{ name: 'box__think', arguments: { thought: 'Hm.' } }], reasoning: 'I should think.' },
      { turn: 1, action: 'dance', thinking: 'Because.' },
    ])
    const first = await ask(client)
    expect(first).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        reasoning_content: 'I should think.',
        tool_calls: [{ function: { name: 'box__think', arguments: '{"thought":"Hm."}' } }],
      },
    })
    const calls = first?.message.tool_calls ?? []
    const answered: OpenAI.ChatCompletionMessageParam[] = [
      ...opening,
      { role: 'assistant', content: null, tool_calls: calls },
      { role: 'tool', tool_call_id: calls[0]?.id ?? '', content: '{}' },
    ]
    const second = await ask(client, answered)
    expect(second).toMatchObject({
      finish_reason: 'stop',
      message: { content: '{"thinking":"Because.","action":"dance","new_objective":null}' },
    })
    const next = await ask(client, [
      ...opening,
      { role: 'assistant', content: second?.message.content ?? '' },
      { role: 'user', content: 'You dance.' },
    ])
    expect(next?.message.content).toContain('"action":"north"')
  })

  it('sends content as it stands', async () => {
    expect((await ask(await startScripted([{ turn: 1, content: 'not JSON at all' }])))?.message.content).toBe(
      'not JSON at all',
    )
  })

  it("a fault befalls the words beside it, or the explorer's own", async () => {
    const client = await startScripted([
      { turn: 1, action: 'dance', fault: 'fenced_json' },
      { turn: 2, fault: 'rate_limit' },
    ])
    expect((await ask(client))?.message.content).toContain('```json\n{"thinking":"","action":"dance"')
    await expect(
      ask(client, [...opening, { role: 'assistant', content: '{}' }, { role: 'user', content: 'Nothing.' }]),
    ).rejects.toMatchObject({ status: 429 })
  })

  it('that is no JSON is refused by the name of its file', async () => {
    const scriptFile = join(folder, 'replies.json')
    writeFileSync(scriptFile, '{ "replies": ')
    await expect(startExplorer({ wordsPerSecond: 0, scriptFile })).rejects.toThrow(
      /replies\.json cannot be used: it is not JSON/,
    )
  })

  it.each([
    ['two ways at once', { turn: 1, action: 'dance', content: 'x' }],
    ['no way at all', { turn: 1 }],
    ['an unknown key', { turn: 1, action: 'dance', delay: 3 }],
    ['an unknown fault', { turn: 1, fault: 'sulk' }],
  ])('with %s in a reply is refused by the name of its file', async (_case, reply) => {
    await expect(startScripted([reply])).rejects.toThrow(/replies\.json cannot be used: replies\.0/)
  })
})
