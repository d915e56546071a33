import { useRef, useState } from 'react'
import type { AnswerContent, QuestionField } from '@shared/base/form/form-field'
import { visibleLine } from '@shared/base/visible-text'
import { type Answer, defaultsOf, faultsOf, type Question } from '@shared/mcp/questions/question'
import { SchemaForm } from '../../kit/form/SchemaForm'
import { Sheet } from '../../kit/overlay/Sheet'
import { formatClock } from '../../kit/text/format'
import { Refusal } from '../../kit/text/Refusal'
import { refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { answerQuestion } from '../../session/connection/server-questions'
import { questionStrings as words } from './strings'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './QuestionSheet.module.css'

interface QuestionSheetProps {
  readonly question: Question
  /** Number of further open questions. */
  readonly waiting: number
}

/**
 * A question of an MCP server: a form, a prompt for the model, a reply of the model, an address to open, or the wait
 * for the person who opened it. Enter in a field sends nothing, because the sheet may open while the user types. For
 * the same reason, other questions start with the focus on Refuse.
 */
export function QuestionSheet({ question, waiting }: QuestionSheetProps) {
  const { id, kind, server, turn, message, fields, address, until } = question
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(() => initialAnswers(fields))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const isForm = kind === 'form'
  const isToOpen = kind === 'address'
  const isOpened = kind === 'opened'
  const give = async (answer: Answer) => {
    setRefusal(null)
    try {
      await answerQuestion(id, answer)
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }
  const send = () => {
    // In the desktop app this opens no window; the host opens the address when it receives the answer.
    if (isToOpen && address !== undefined) window.open(address, '_blank', 'noopener,noreferrer')
    const content = values as AnswerContent
    const found = faultsOf(question, content)
    setFaults(found)
    const [first] = fields.flatMap(({ name }, index) => (Object.hasOwn(found, name) ? [index] : []))
    if (first === undefined) void give({ action: 'accept', content })
    else
      body.current?.firstElementChild?.children[first]?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
  const cancel = () => void give({ action: 'cancel' })
  const startsAtField = isForm && fields.length > 0
  return (
    <Sheet title={words.title[kind]} onClose={cancel}>
      <div className={form.form}>
        <div className={styles.head}>
          <h3 className={form.source}>{isOpened ? words.waits(server) : words.source(server, turn)}</h3>
          {isForm || isToOpen || isOpened ? (
            <>
              <blockquote className={styles.says} aria-label={words.says}>
                {message}
              </blockquote>
              {isForm && <p className={controls.hint}>{words.warning}</p>}
              {address !== undefined && (
                <>
                  <p role={isOpened ? 'status' : undefined}>
                    {(isOpened ? words.opened : words.opens)(visibleLine(new URL(address).host, 200))}
                  </p>
                  <p className={styles.address}>{address}</p>
                  <p className={controls.hint}>{isOpened ? words.openedHint : words.opensHint}</p>
                </>
              )}
            </>
          ) : (
            <p>{kind === 'prompt' ? words.prompt(message) : words.reply(message)}</p>
          )}
        </div>
        {fields.length > 0 && (
          <div ref={body}>
            <SchemaForm
              fields={fields}
              value={values}
              faults={sentencesOf(fields, faults)}
              startsHere={startsAtField}
              onChange={setValues}
            />
          </div>
        )}
        <p className={controls.hint}>
          {(isOpened ? words.untilOpened : words.until)(formatClock(until))}
          {waiting > 0 && ` ${words.others(waiting)}`}
        </p>
        <Refusal text={refusal} />
        <div className={form.buttons}>
          {isForm && (
            <HostButton onClick={cancel} {...(!startsAtField && { 'data-first-stop': '' })}>
              {words.cancel}
            </HostButton>
          )}
          <HostButton onClick={() => void give({ action: 'decline' })} {...(!isForm && { 'data-first-stop': '' })}>
            {words.no[kind]}
          </HostButton>
          <HostButton look="primary" onClick={send}>
            {words.send[kind]}
          </HostButton>
        </div>
      </div>
    </Sheet>
  )
}

/** The defaults. A required selection starts empty, which its schema may allow. */
const initialAnswers = (fields: readonly QuestionField[]): AnswerContent => ({
  ...Object.fromEntries(
    fields.flatMap(({ name, isRequired, input }) => (isRequired && input.kind === 'choices' ? [[name, []]] : [])),
  ),
  ...defaultsOf(fields),
})

const sentencesOf = (fields: readonly QuestionField[], faults: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    fields.flatMap(({ name, title }) =>
      Object.hasOwn(faults, name) ? [[name, words.fault(title, faults[name] ?? '')]] : [],
    ),
  )
