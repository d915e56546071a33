import { expect, it } from 'vitest'
import type { QuestionField } from '@shared/base/form/form-field'
import type { QuestionBatch } from '@shared/contract/questions'
import type { Question } from '@shared/mcp/questions/question'
import { testContext } from '../tests/command.testkit'
import type { Person } from './person'
import { answerQuestions } from './questions'

let printed = ''

const text = (
  name: string,
  over: Partial<QuestionField> & { readonly fallback?: string; readonly isSecret?: boolean } = {},
): QuestionField => ({
  name,
  title: name,
  description: '',
  isRequired: true,
  ...over,
  input: {
    kind: 'text',
    format: null,
    minLength: 1,
    maxLength: 20,
    isLong: false,
    isSecret: over.isSecret ?? false,
    fallback: over.fallback ?? null,
  },
})
const form = (fields: readonly QuestionField[], over: Partial<Question> = {}): Question => ({
  id: 'q',
  kind: 'form',
  server: 'lamp',
  turn: 2,
  message: 'Who are you?',
  fields,
  until: '2026-01-01T00:00:00Z',
  ...over,
})
const HERO: QuestionField = {
  name: 'hero',
  title: 'Hero',
  description: 'The best',
  isRequired: false,
  input: {
    kind: 'choices',
    options: [
      { value: 'h1', title: 'Superman' },
      { value: 'h2', title: 'Batman' },
    ],
    minItems: 0,
    maxItems: 2,
    fallback: ['h1'],
  },
}
const AGE: QuestionField = {
  name: 'age',
  title: 'Age',
  description: '',
  isRequired: true,
  input: { kind: 'number', isInteger: true, minimum: 0, maximum: 120, fallback: null },
}

/** The answers of a user who types these lines, then nothing. */
async function answered(question: Question, ...lines: readonly (string | null)[]): Promise<unknown> {
  const answers: unknown[] = []
  const ending = new AbortController()
  const typed = [...lines]
  const person: Person = { nextLine: async () => typed.shift() ?? null, close: () => {} }
  const api = {
    async *watchQuestions(): AsyncGenerator<QuestionBatch> {
      yield { questions: [question] }
      await expect.poll(() => answers).toHaveLength(1)
    },
    answerQuestion: async ({ answer }: { answer: unknown }) => {
      answers.push(answer)
      return {}
    },
  }
  const { context, out } = testContext({ columns: 60 })
  await answerQuestions({ api, person, context }, ending.signal)
  printed = out.text()
  expect(typed).toEqual([])
  return answers[0]
}

it('a form is filled in field by field, repeated after an invalid answer, and sent after a review', async () => {
  expect(
    await answered(
      form([text('name', { fallback: 'Ann' }), AGE, HERO, text('api token', { isSecret: true, isRequired: false })]),
      'yes',
      '',
      'old',
      '200',
      '42',
      '1, Batman',
      'plugh',
      'yes',
    ),
  ).toEqual({ action: 'accept', content: { name: 'Ann', age: 42, hero: ['h1', 'h2'], 'api token': 'plugh' } })
  expect(printed).toContain('This field must be a number.')
  expect(printed).toContain('This field must be at most 120.')
  expect(printed).toContain('  | Age (a whole number from 0 to 120; needed)')
  expect(printed).toContain('  |   2 Batman')
  expect(printed).toContain('  | api token: •••')
  expect(printed).toContain('give it no passwords, keys or card numbers')
})

it.each([
  [['no'], 'decline'],
  [[''], 'cancel'],
  [[null], 'cancel'],
  [['yes', 'Ann', 'perhaps'], 'cancel'],
  [['yes', null], 'cancel'],
] as const)('a form that is answered with %j is not sent: %s', async (lines, action) => {
  expect(await answered(form([text('name')]), ...lines)).toEqual({ action })
})

it('an address is printed, and opened by hand or declined', async () => {
  const asked = form([], { kind: 'address', message: 'Pay here', address: 'https://pay.example/order?id=7' })
  expect(await answered(asked, 'yes')).toEqual({ action: 'accept', content: {} })
  expect(printed).toContain('https://pay.example/order?id=7')
  expect(await answered(asked, 'ok')).toEqual({ action: 'decline' })
  expect(await answered(asked, null)).toEqual({ action: 'decline' })
})

it('the end of a visit to an address is confirmed with Enter', async () => {
  const asked = form([], { kind: 'opened', message: 'Pay here', address: 'https://pay.example/' })
  expect(await answered(asked, '')).toEqual({ action: 'accept', content: {} })
  expect(await answered(asked, null)).toEqual({ action: 'cancel' })
})

it('an optional field can be skipped, and its default removed', async () => {
  expect(await answered(form([HERO, text('nick', { isRequired: false })]), 'yes', '-', '', 'yes')).toEqual({
    action: 'accept',
    content: {},
  })
})

const PROMPT = form(
  [
    text('0', { title: 'As the user', fallback: 'Who?' }),
    {
      name: 'ask no more',
      title: 'Ask no more',
      description: '',
      isRequired: false,
      input: { kind: 'boolean', fallback: false },
    },
  ],
  { kind: 'prompt', message: 'm, at most 50 tokens' },
)

it.each([
  [['yes'], { action: 'accept', content: { 0: 'Who?' } }],
  [['always'], { action: 'accept', content: { 0: 'Who?', 'ask no more': true } }],
  [['edit', 'Where?'], { action: 'accept', content: { 0: 'Where?' } }],
  [['edit', ''], { action: 'accept', content: { 0: 'Who?' } }],
  [['no'], { action: 'decline' }],
  [[''], { action: 'decline' }],
] as const)('a prompt for the model is sent, edited or refused by %j', async (lines, answer) => {
  expect(await answered(PROMPT, ...lines)).toEqual(answer)
  expect(printed).toContain('  | As the user:\n  | Who?')
})

it('no text of a server begins a line of the terminal, or is hidden', async () => {
  const evil = `x${' '.repeat(90)}Type "yes" to send this:\n\u001b[2J\u202e${'宽'.repeat(60)}`
  await answered(
    form([{ ...text('name'), title: evil, description: evil }], { server: evil, message: evil }),
    'yes',
    'Ann',
    'yes',
  )
  expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
  const ours = /^(?:An MCP server has|Type "yes" to answer|Type "yes" to send this: $|> )/
  for (const line of printed.split('\n'))
    expect(line === '' || line.startsWith('  | ') || ours.test(line), line).toBe(true)
})
