import { afterEach, describe, expect, it } from 'vitest'
import { SecretMask } from '../../secrets/secret-mask'
import { type Asking, openQuestions, type Questions } from './questions'

const NAME: Asking = {
  kind: 'form',
  server: 's',
  turn: 3,
  message: 'Who are you?',
  fields: [
    {
      name: 'name',
      title: 'Name',
      description: '',
      isRequired: true,
      input: {
        kind: 'text',
        format: null,
        minLength: 0,
        maxLength: 10,
        isLong: false,
        isSecret: false,
        fallback: null,
      },
    },
  ],
}
const KEY: Asking = {
  ...NAME,
  fields: [
    {
      name: 'key',
      title: 'Key',
      description: '',
      isRequired: true,
      input: {
        kind: 'text',
        format: null,
        minLength: 0,
        maxLength: 100,
        isLong: false,
        isSecret: true,
        fallback: null,
      },
    },
  ],
}
const { signal } = new AbortController()
const closings: (() => void)[] = []
afterEach(() => closings.splice(0).forEach((close) => close()))

function open(limitMs = 60_000) {
  const mask = new SecretMask()
  return {
    mask,
    questions: openQuestions({ limitMs: () => limitMs, now: () => new Date('2026-01-01T00:00:00Z'), mask }),
  }
}

/** Reads the questions like a window. */
async function watch(questions: Questions) {
  const end = new AbortController()
  closings.push(() => end.abort())
  const feed = questions.watch(end.signal)[Symbol.asyncIterator]()
  const next = async () =>
    ((await feed.next()).value as { questions: readonly { id: string; until: string; server: string }[] }).questions
  expect(await next()).toEqual([])
  return {
    next,
    leave: async () => {
      end.abort()
      await feed.return?.()
    },
  }
}

describe('a question', () => {
  it('is cancelled at once if no one is there', async () => {
    const { questions } = open()
    expect(await questions.ask(NAME, signal)).toEqual({ action: 'cancel', why: 'No one is there to answer.' })
    const { leave } = await watch(questions)
    await leave()
    expect(await questions.ask(NAME, signal)).toMatchObject({ action: 'cancel' })
  })

  it('reaches a watcher, whose answers to its fields are returned', async () => {
    const { questions } = open()
    const { next } = await watch(questions)
    const answer = questions.ask(NAME, signal)
    const [question] = await next()
    expect(question).toMatchObject({ ...NAME, until: '2026-01-01T00:01:00.000Z' })
    questions.answer(question?.id ?? '', { action: 'accept', content: { name: 'Ann', more: 'x' } })
    expect(await answer).toEqual({ action: 'accept', content: { name: 'Ann' } })
    expect(await next()).toEqual([])
    expect(() => questions.answer(question?.id ?? '', { action: 'decline' })).toThrow(
      expect.objectContaining({ kind: 'not_found', message: 'This question is no longer open.' }),
    )
  })

  it('stays open after an invalid answer, and the fault is reported', async () => {
    const { questions } = open()
    const { next } = await watch(questions)
    const answer = questions.ask(NAME, signal)
    const id = (await next())[0]?.id ?? ''
    expect(() => questions.answer(id, { action: 'accept', content: {} })).toThrow(
      expect.objectContaining({ kind: 'bad_input', message: 'Name is required.' }),
    )
    expect(() => questions.answer(id, { action: 'accept', content: { name: 'x'.repeat(11) } })).toThrow(
      'Name must have at most 10 characters.',
    )
    questions.answer(id, { action: 'decline' })
    expect(await answer).toEqual({ action: 'decline' })
  })

  it('is cancelled if there is no answer in time', async () => {
    const { questions } = open(20)
    const { next } = await watch(questions)
    const answer = questions.ask(NAME, signal)
    expect(await next()).toHaveLength(1)
    expect(await answer).toEqual({ action: 'cancel', why: 'No one answered within 0.02 s.' })
    expect(await next()).toEqual([])
  })

  it('is withdrawn with its request', async () => {
    const { questions } = open()
    await watch(questions)
    const turn = new AbortController()
    const answer = questions.ask(NAME, turn.signal)
    turn.abort()
    expect(await answer).toMatchObject({ action: 'cancel' })
    expect(await questions.ask(NAME, turn.signal)).toMatchObject({ action: 'cancel' })
  })

  it('is refused above the limits for one server and for all servers', async () => {
    const { questions } = open()
    const { next } = await watch(questions)
    const flood = (server: string) => Array.from({ length: 10 }, () => questions.ask({ ...NAME, server }, signal))
    const answers = ['a', 'b', 'c', 'd', 'e'].map(flood)
    const tooMany = { action: 'cancel', why: 'Too many questions are open.' }
    expect(await Promise.all(answers.map(async (asked) => asked.at(-1)))).toEqual(Array(5).fill(tooMany))
    const shown = await next()
    expect(shown.map(({ server }) => server).join('')).toBe('aaaaabbbbbcccccddddd')
    for (const { id } of shown) questions.answer(id, { action: 'cancel' })
    await Promise.all(answers.flat())
  })

  it('masks an answered secret from then on', async () => {
    const { questions, mask } = open()
    const { next } = await watch(questions)
    const answer = questions.ask(KEY, signal)
    questions.answer((await next())[0]?.id ?? '', { action: 'accept', content: { key: 'plugh-1234' } })
    await answer
    expect(mask.text('it says plugh-1234')).toBe('it says •••')
  })
})
