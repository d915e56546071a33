import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { QuestionField } from '@shared/base/form/form-field'
import type { Question } from '@shared/mcp/questions/question'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { followQuestions, useServerQuestions } from '../../session/connection/server-questions'
import { QuestionSheet } from './QuestionSheet'

afterEach(() => {
  cleanup()
  forgetHost()
  useServerQuestions.setState({ questions: [] })
})

const text = (name: string, over: Partial<Extract<QuestionField['input'], { kind: 'text' }>> = {}): QuestionField => ({
  name,
  title: name,
  description: '',
  isRequired: true,
  input: {
    kind: 'text',
    format: null,
    minLength: 1,
    maxLength: 20,
    isLong: false,
    isSecret: false,
    fallback: null,
    ...over,
  },
})
const FIELDS: readonly QuestionField[] = [
  text('name'),
  {
    name: 'age',
    title: 'age',
    description: '',
    isRequired: false,
    input: { kind: 'number', isInteger: true, minimum: 0, maximum: 120, fallback: 42 },
  },
  { name: 'agree', title: 'agree', description: '', isRequired: false, input: { kind: 'boolean', fallback: null } },
  {
    name: 'hero',
    title: 'hero',
    description: '',
    isRequired: false,
    input: {
      kind: 'choice',
      options: [
        { value: '2', title: 'Batman' },
        { value: '1', title: 'Superman' },
      ],
      fallback: null,
    },
  },
  {
    name: 'tools',
    title: 'tools',
    description: '',
    isRequired: true,
    input: {
      kind: 'choices',
      options: [
        { value: 's', title: 'Saw' },
        { value: 'a', title: 'Axe' },
      ],
      minItems: 1,
      maxItems: 2,
      fallback: ['s'],
    },
  },
  { ...text('api token', { isSecret: true }), isRequired: false },
]
const question = (over: Partial<Question> = {}): Question => ({
  id: 'q',
  kind: 'form',
  server: 'lamp',
  turn: 3,
  message: 'Who are you?',
  fields: FIELDS,
  until: '2026-01-01T10:00:00Z',
  ...over,
})

function show(over: Partial<Question> = {}) {
  const answers: unknown[] = []
  connectTo({
    answerQuestion: async ({ answer }) => {
      answers.push(answer)
      return {}
    },
  })
  render(<QuestionSheet question={question(over)} waiting={0} />)
  return answers
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (name: RegExp, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })

describe('a question of a server', () => {
  it('is answered with the values of the selected options', async () => {
    const answers = show()
    press('Send answer')
    expect(answers).toEqual([])
    expect(screen.getByText('name is required.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(/^name/))
    fill(/^name/, 'Ann')
    fill(/^age/, '7')
    fill(/^agree/, '1')
    fill(/^hero/, '1')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Axe' }))
    fill(/^api token/, 'plugh')
    press('Send answer')
    await waitFor(() =>
      expect(answers).toEqual([
        {
          action: 'accept',
          content: { name: 'Ann', age: 7, agree: false, hero: '1', tools: ['s', 'a'], 'api token': 'plugh' },
        },
      ]),
    )
  })

  it('can have a field named like an inherited property', async () => {
    const answers = show({ fields: [{ ...text('constructor'), isRequired: false }] })
    press('Send answer')
    await waitFor(() => expect(answers).toEqual([{ action: 'accept', content: {} }]))
  })

  it('names the server, warns of secrets, and hides fields that look like one', () => {
    show()
    expect(screen.getByRole('heading', { name: '“lamp” asks in turn 3' })).toBeTruthy()
    expect(screen.getByText(/Do not enter passwords/)).toBeTruthy()
    expect(screen.getByLabelText(/^api token/).getAttribute('type')).toBe('password')
    expect(screen.getByText(/This looks like a secret/)).toBeTruthy()
  })

  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ])('has no answer after %s', async (name, action) => {
    const answers = show()
    press(name)
    await waitFor(() => expect(answers).toEqual([{ action }]))
  })

  it('can be an address, which is shown in full and opened only by its button', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const address = 'https://pay.example/order?id=7'
    const answers = show({ kind: 'address', message: 'Pay here', fields: [], address })
    expect(screen.getByText(address)).toBeTruthy()
    expect(screen.getByText(/this page at pay\.example in your browser/)).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Refuse')
    expect(opened).not.toHaveBeenCalled()
    press('Open the page')
    expect(opened).toHaveBeenCalledExactlyOnceWith(address, '_blank', 'noopener,noreferrer')
    await waitFor(() => expect(answers).toEqual([{ action: 'accept', content: {} }]))
  })

  it('waits for a person who opened an address, and opens nothing more', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    opened.mockClear()
    const answers = show({ kind: 'opened', message: 'Pay here', fields: [], address: 'https://pay.example/' })
    expect(screen.getByRole('status').textContent).toContain('You opened this page at pay.example')
    expect(document.activeElement?.textContent).toBe('Do not wait')
    press('Continue')
    await waitFor(() => expect(answers).toEqual([{ action: 'accept', content: {} }]))
    expect(opened).not.toHaveBeenCalled()
  })

  it('for the model can be refused, or allowed for the episode', async () => {
    const answers = show({
      kind: 'prompt',
      message: 'm, at most 50 tokens',
      fields: [
        text('0', { isLong: true, fallback: 'Who?' }),
        {
          name: 'ask no more',
          title: 'Ask no more in this episode',
          description: '',
          isRequired: false,
          input: { kind: 'boolean', fallback: false },
        },
      ],
    })
    expect(document.activeElement?.textContent).toBe('Refuse')
    fireEvent.click(screen.getByRole('switch', { name: 'Ask no more in this episode' }))
    press('Ask model')
    await waitFor(() => expect(answers).toEqual([{ action: 'accept', content: { 0: 'Who?', 'ask no more': true } }]))
  })
})

/** The question is open until `end` is called. */
function followOne() {
  const told: string[] = []
  let over = () => {}
  const isOver = new Promise<void>((resolve) => (over = resolve))
  const api = {
    async *watchQuestions() {
      yield { questions: [question()] }
      await isOver
      yield { questions: [] }
    },
  }
  const followed = followQuestions(api as never, new AbortController().signal, ({ server }) => told.push(server))
  const end = () => {
    over()
    return followed
  }
  return { told, end }
}

it('a refused answer does not count, so the end of the question is reported', async () => {
  const { told, end } = followOne()
  let refuse = (_error: unknown) => {}
  connectTo({ answerQuestion: () => new Promise((_resolve, reject) => (refuse = reject)) })
  render(<QuestionSheet question={question()} waiting={0} />)
  press('Decline')
  // The question times out before the answer arrives.
  await end()
  refuse(new ExpectedError('not_found', 'This question is no longer open.'))
  await screen.findByText('This question is no longer open.')
  expect(told).toEqual(['lamp'])
})

it('an accepted answer ends the question without a notice', async () => {
  const { told, end } = followOne()
  let take = () => {}
  connectTo({ answerQuestion: () => new Promise((resolve) => (take = () => resolve({}))) })
  render(<QuestionSheet question={question()} waiting={0} />)
  press('Decline')
  await end()
  take()
  await new Promise(setImmediate)
  expect(told).toEqual([])
})

it('the end of a question without an answer is reported; a lost host ends all', async () => {
  const received: string[] = []
  const api = {
    async *watchQuestions() {
      yield { questions: [question({ id: 'p' }), question({ id: 'r', server: 'shade' })] }
      yield { questions: [question({ id: 'r', server: 'shade' })] }
      expect(useServerQuestions.getState().questions.map(({ id }) => id)).toEqual(['r'])
    },
  }
  await followQuestions(api as never, new AbortController().signal, ({ server }) => received.push(server))
  expect(received).toEqual(['lamp'])
  expect(useServerQuestions.getState().questions).toEqual([])
})
