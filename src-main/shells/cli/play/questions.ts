import {
  type AnswerContent,
  type AnswerValue,
  describeInput,
  type QuestionField,
  readTyped,
} from '@shared/base/form/form-field'
import { visibleLine } from '@shared/base/visible-text'
import type { HostApi } from '@shared/contract/contract'
import { type Answer, defaultsOf, faultsOf, type Question } from '@shared/mcp/questions/question'
import { quoteForTerminal } from '../../../base/terminal/terminal'
import type { CommandContext } from '../command/command-context'
import type { Person } from './person'

interface Asked {
  readonly api: Pick<HostApi, 'watchQuestions' | 'answerQuestion'>
  readonly person: Person
  readonly context: CommandContext
}

/** Asks the user at the terminal the questions of MCP servers, one after another, until the signal aborts. */
export async function answerQuestions(asked: Asked, signal: AbortSignal): Promise<void> {
  let open: readonly Question[] = []
  let put: { readonly id: string; readonly over: AbortController } | null = null
  const putNext = () => {
    if (put && !open.some(({ id }) => id === put?.id)) put.over.abort()
    const [question] = open
    if (put || question === undefined || signal.aborted) return
    const over = new AbortController()
    put = { id: question.id, over }
    void putQuestion(question, asked, AbortSignal.any([over.signal, signal])).finally(() => {
      put = null
      open = open.filter(({ id }) => id !== question.id)
      putNext()
    })
  }
  for await (const batch of asked.api.watchQuestions({}, signal)) {
    open = batch.questions
    putNext()
  }
}

interface Dialog {
  /** Prints a sentence of the app. */
  readonly print: (text: string) => void
  /** Prints text of the server. */
  readonly quote: (text: string) => void
  /** Null at the end of input, or when the question is over. */
  readonly readLine: (prompt: string) => Promise<string | null>
}

async function putQuestion(question: Question, asked: Asked, signal: AbortSignal): Promise<void> {
  const { printLine: print, printPrompt, out } = asked.context
  const dialog: Dialog = {
    print,
    quote: (text) => print(quoteForTerminal(text, out.columns)),
    readLine: (prompt) => {
      printPrompt(prompt)
      return asked.person.nextLine(signal)
    },
  }
  const answer = await ASKED[question.kind](question, dialog)
  if (signal.aborted) return print('The question is over.')
  // The question may have ended at this moment.
  await asked.api.answerQuestion({ id: question.id, answer }).catch((error: Error) => print(error.message))
}

const CANCEL = { action: 'cancel' } as const
const isYes = (line: string | null) => line?.trim().toLowerCase() === 'yes'

async function fillIn(question: Question, { print, quote, readLine }: Dialog) {
  print(
    `An MCP server has a question for you${question.turn === null ? '' : ` in turn ${question.turn}`}. It sees what you answer: give it no passwords, keys or card numbers.`,
  )
  quote(`server    ${visibleLine(question.server)}\nasks      ${question.message.replaceAll('\n', '\n          ')}`)
  const first = await readLine('Type "yes" to answer, "no" to decline; anything else cancels it: ')
  if (first?.trim().toLowerCase() === 'no') return { action: 'decline' } as const
  if (!isYes(first)) return CANCEL
  const content: Record<string, AnswerValue> = {}
  for (const field of question.fields) {
    quote(describeField(field))
    for (;;) {
      const line = await readLine(promptOf(field))
      if (line === null) return CANCEL
      const value = valueOf(field, line)
      const fault = faultsOf({ fields: [field] }, value === undefined ? {} : { [field.name]: value })[field.name]
      if (fault === undefined) {
        if (value !== undefined) content[field.name] = value
        break
      }
      print(`This field ${fault}.`)
    }
  }
  quote(question.fields.map((field) => `${field.title}: ${shownValue(field, content[field.name])}`).join('\n'))
  return isYes(await readLine('Type "yes" to send this: ')) ? accept(content) : CANCEL
}

/** The value of a typed line; undefined omits the field. */
function valueOf(field: QuestionField, line: string): AnswerValue | undefined {
  if (line === '-') return undefined
  return line === '' ? (field.input.fallback ?? readTyped(field, '')) : readTyped(field, line)
}

function shownValue({ input }: QuestionField, value: AnswerValue | undefined): string {
  if (value === undefined) return '(left out)'
  return input.kind === 'text' && input.isSecret ? '•••' : String(value)
}

const accept = (content: AnswerContent) =>
  ({
    action: 'accept',
    content: structuredClone(content) as Record<string, string | number | boolean | string[]>,
  }) as const

function describeField({ title, description, isRequired, input }: QuestionField): string {
  const takes = [
    describeInput({ name: '', title, description, isRequired, input }),
    isRequired ? 'needed' : 'may be left out',
  ]
    .filter((part) => part !== '')
    .join('; ')
  const options =
    input.kind === 'choice' || input.kind === 'choices'
      ? input.options.map((option, index) => `  ${index + 1} ${option.title}`)
      : []
  const secret =
    input.kind === 'text' && input.isSecret
      ? ['This looks like a secret. It is visible as you type, and the server receives it.']
      : []
  return [`${title} (${takes})`, ...(description === '' ? [] : [description]), ...options, ...secret].join('\n')
}

const promptOf = ({ input, isRequired }: QuestionField): string => {
  const shown = input.fallback === null ? '' : `Enter for ${visibleLine(JSON.stringify(input.fallback), 60)}`
  const leavesOut = input.fallback === null ? 'Enter to leave it out' : '"-" to leave it out'
  const hint = [shown, isRequired ? '' : leavesOut].filter((part) => part !== '').join(', ')
  return `${hint === '' ? '' : `(${hint}) `}> `
}

/** Lets the user accept, edit or refuse a prompt for the model, or its reply. */
async function review(
  question: Question,
  { print, quote, readLine }: Dialog,
): Promise<ReturnType<typeof accept> | typeof DECLINE> {
  const isPrompt = question.kind === 'prompt'
  const texts = question.fields.filter(({ input }) => input.kind === 'text')
  const choice = question.fields.find(({ input }) => input.kind === 'boolean')
  print(
    isPrompt
      ? 'An MCP server asks to send this to the model, at your cost, and to receive the reply:'
      : 'This is the reply of the model. The MCP server would receive it:',
  )
  quote(`server    ${visibleLine(question.server)}\nmodel     ${question.message}`)
  for (const { title, input } of texts) quote(`${title}:\n${input.kind === 'text' ? (input.fallback ?? '') : ''}`)
  const always = choice ? ', "always" to be asked no more in this episode' : ''
  const word = (
    await readLine(
      `Type "yes" to send it to the ${isPrompt ? 'model' : 'server'}, "edit" to change it before${always}; anything else refuses it: `,
    )
  )
    ?.trim()
    .toLowerCase()
  if (word === 'yes') return accept(defaultsOf(texts))
  if (word === 'always' && choice) return accept({ ...defaultsOf(texts), [choice.name]: true })
  if (word !== 'edit') return DECLINE
  const changed: Record<string, AnswerValue> = { ...defaultsOf(texts) }
  for (const { name, title } of texts) {
    const line = await readLine(`${visibleLine(title)}, on one line (Enter keeps it): `)
    if (line === null) return DECLINE
    if (line !== '') changed[name] = line
  }
  return accept(changed)
}

const DECLINE = { action: 'decline' } as const satisfies Answer

/** The user opens the address, because a terminal cannot open it. */
async function openAddress(question: Question, { print, quote, readLine }: Dialog) {
  print('An MCP server asks you to open an address in a browser. It learns whether you did, and what you do there.')
  quote(`server    ${visibleLine(question.server)}\nsays      ${question.message.replaceAll('\n', '\n          ')}`)
  print(visibleLine(question.address ?? '', LONGEST_ADDRESS))
  return isYes(await readLine('Type "yes" once you have opened it; anything else declines: ')) ? accept({}) : DECLINE
}

/** Ends without an answer when the server reports that the user is done. */
async function awaitDone(question: Question, { print, readLine }: Dialog) {
  print(`${visibleLine(question.server)} waits until you are done there, and may report that itself.`)
  return (await readLine('Press Enter once you are done: ')) === null ? CANCEL : accept({})
}

const LONGEST_ADDRESS = 2000

const ASKED = { form: fillIn, prompt: review, reply: review, address: openAddress, opened: awaitDone } as const
