import { expect, it } from 'vitest'
import { openClient } from '../open-client.testkit'
import { chunksOf } from '../scripted-endpoint.testkit'

/** So long that these limits do not end the streams. */
const retry = { timeout_seconds: 600, idle_timeout_seconds: 600 }
const usage = { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } }
const withoutUsage = chunksOf({ content: 'north' }).slice(0, -1)

it('a reply is whole at its finish reason and usage, and closes a stream that stays open', async () => {
  const { complete, endpoint } = await openClient([{ kind: 'stall', chunks: chunksOf({ content: 'north' }) }], {
    retry,
  })
  expect(await complete()).toMatchObject({ content: 'north', finishReason: 'stop', usage: { input: 10, output: 5 } })
  await endpoint.dropped(0)
})

it('a reply is whole at [DONE], with or without usage', async () => {
  const { complete, endpoint } = await openClient([{ kind: 'stall', chunks: withoutUsage, done: true }], { retry })
  expect(await complete()).toMatchObject({ content: 'north', usage: { input: null } })
  await endpoint.dropped(0)
})

it('usage that was asked for is awaited longer than the end of the stream', async () => {
  const head = withoutUsage.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  const piece = `data: ${JSON.stringify(usage)}\n\n`
  const { complete, endpoint } = await openClient([{ kind: 'endless', head, piece, everyMs: 300 }], { retry })
  expect(await complete()).toMatchObject({ content: 'north', usage: { input: 10, output: 5 } })
  await endpoint.dropped(0)
})

it('usage that never comes leaves the reply without counts', async () => {
  const { complete, endpoint } = await openClient([{ kind: 'stall', chunks: withoutUsage }], { retry })
  expect(await complete()).toMatchObject({ content: 'north', finishReason: 'stop', usage: { input: null } })
  await endpoint.dropped(0)
})

it('usage that was not asked for is not awaited', async () => {
  const piece = `data: ${JSON.stringify(usage)}\n\n`
  const head = withoutUsage.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  const { complete } = await openClient([{ kind: 'endless', head, piece, everyMs: 1000 }], {
    retry,
    profile: 'mistral',
  })
  expect(await complete()).toMatchObject({ content: 'north', usage: { input: null } })
})

it('a stream with [DONE] and nothing in it is an attempt that failed', async () => {
  const { complete, failures } = await openClient(
    [
      { kind: 'stall', chunks: [], done: true },
      { kind: 'stream', chunks: chunksOf({ content: 'north' }) },
    ],
    { retry },
  )
  expect((await complete()).content).toBe('north')
  expect(failures).toMatchObject([{ code: 'stream_cut' }])
})

it('a reply that repeats itself is cut: its stream is closed, and the text so far is kept', async () => {
  const head = `data: ${JSON.stringify({ choices: [{ delta: { content: 'I am ' } }] })}\n\n`
  const piece = `data: ${JSON.stringify({ choices: [{ delta: { content: 'of the house that is west ' } }] })}\n\n`
  const { complete, endpoint, failures } = await openClient([{ kind: 'endless', head, piece }], { retry })
  const reply = await complete()
  expect(reply).toMatchObject({ content: expect.stringMatching(/^I am of the house/), finishReason: 'repetition' })
  expect(reply.content?.split(' ').length).toBeLessThan(200)
  await endpoint.dropped(0)
  expect(failures).toEqual([])
})
