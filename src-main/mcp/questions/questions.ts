import { randomUUID } from 'node:crypto'
import { ExpectedError } from '@shared/base/expected-error'
import type { QuestionBatch } from '@shared/contract/questions'
import { type Answer, faultsOf, type Question } from '@shared/mcp/questions/question'
import type { SecretMask } from '../../secrets/secret-mask'
import { followState } from '../transport/follow-state'

export type Asking = Omit<Question, 'id' | 'until'>

/** The answer of the app if no person has answered, with the reason. */
export interface Unanswered {
  readonly action: 'cancel'
  readonly why: string
}

/**
 * Asks the user of this host. Resolves to `cancel` if there is no user, if no answer comes in time, or if the signal
 * aborts. Never rejects.
 */
export type AskPerson = (asking: Asking, signal: AbortSignal) => Promise<Answer | Unanswered>

/** The questions of MCP servers that wait for the user, of all episodes of one host. */
export interface Questions {
  readonly ask: AskPerson
  /** Yields the open questions, then again after each change. A watcher counts as a person who can answer. */
  watch(signal: AbortSignal): AsyncIterable<QuestionBatch>
  /**
   * Answers a question. Throws `not_found` if it is no longer open, and `bad_input`, which names the field, if the
   * answer is not valid.
   */
  answer(id: string, answer: Answer): void
}

interface Open {
  readonly question: Question
  readonly settle: (answer: Answer | Unanswered) => void
}

const MAX_OPEN = 20
/** Maximum number of open questions of servers with one name, so that they leave room for others. */
const MAX_OPEN_PER_SERVER = 5
const NO_PERSON: Unanswered = { action: 'cancel', why: 'No one is there to answer.' }

/** `limitMs` returns the time for which a question waits. The mask learns every secret in an answer. */
export function openQuestions({
  limitMs,
  now,
  mask,
  openAddress,
}: {
  readonly limitMs: () => number
  readonly now: () => Date
  readonly mask: SecretMask
  /** Opens an address in the browser of the system; absent if the shell opens none. */
  readonly openAddress?: ((address: string) => Promise<void>) | undefined
}): Questions {
  const open = new Map<string, Open>()
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const awaken of watchers) awaken()
  }

  return {
    ask: (asking, signal) => {
      if (watchers.size === 0) return Promise.resolve(NO_PERSON)
      const ofServer = [...open.values()].filter(({ question }) => question.server === asking.server)
      if (open.size >= MAX_OPEN || ofServer.length >= MAX_OPEN_PER_SERVER)
        return Promise.resolve({ action: 'cancel', why: 'Too many questions are open.' })
      if (signal.aborted) return Promise.resolve({ action: 'cancel', why: 'It was withdrawn.' })
      return new Promise((resolve) => {
        const id = randomUUID()
        const ms = limitMs()
        const settle: Open['settle'] = (answer) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', takeBack)
          open.delete(id)
          notify()
          resolve(answer)
        }
        const takeBack = () => settle({ action: 'cancel', why: 'It was withdrawn.' })
        const timer = setTimeout(() => settle({ action: 'cancel', why: `No one answered within ${ms / 1000} s.` }), ms)
        signal.addEventListener('abort', takeBack, { once: true })
        open.set(id, { question: { ...asking, id, until: new Date(now().getTime() + ms).toISOString() }, settle })
        notify()
      })
    },
    watch: (signal) =>
      followState({
        read: () => ({ questions: [...open.values()].map(({ question }) => question) }),
        subscribe: (awaken) => {
          watchers.add(awaken)
          return () => void watchers.delete(awaken)
        },
        signal,
      }),
    answer(id, answer) {
      const found = open.get(id)
      if (!found) throw new ExpectedError('not_found', 'This question is no longer open.')
      if (answer.action !== 'accept') return found.settle(answer)
      const [fault] = Object.entries(faultsOf(found.question, answer.content))
      if (fault)
        throw new ExpectedError(
          'bad_input',
          `${found.question.fields.find(({ name }) => name === fault[0])?.title ?? fault[0]} ${fault[1]}.`,
        )
      const { kind, fields, address } = found.question
      // If no browser opens, the person still sees the address.
      if (kind === 'address' && address !== undefined) openAddress?.(address).catch(() => {})
      for (const { name, input } of fields) {
        const value = answer.content[name]
        if (input.kind === 'text' && input.isSecret && typeof value === 'string' && value.length >= SHORTEST_SECRET)
          mask.learn(value)
      }
      // Answers to unknown fields are dropped.
      found.settle({
        action: 'accept',
        content: Object.fromEntries(
          Object.entries(answer.content).filter(([name]) => fields.some((field) => field.name === name)),
        ),
      })
    },
  }
}

/** Minimum length of a masked secret, because a shorter one also occurs in other text. */
const SHORTEST_SECRET = 4
