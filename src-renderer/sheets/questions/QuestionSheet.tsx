import { Refusal } from '../../kit/text/Refusal'
import { type Answer, faultsOf, type Question } from '@shared/mcp/questions/question'
import { useRef, useState } from 'react'
import { answerQuestion } from '../../session/connection/server-questions'
import { refusalOf } from '../../session/connection/refusal'
import controls from '../../kit/controls.module.css'
import { formatClock } from '../../kit/text/format'
import { HostButton } from '../../session/connection/HostButton'
import { Sheet } from '../../kit/overlay/Sheet'
import form from '../../kit/overlay/SheetForm.module.css'
import { contentOf, type Draft, draftOf } from './field-drafts'
import { FieldRow } from '../../kit/form/FormRow'
import styles from './QuestionSheet.module.css'
import { questionStrings as words } from './strings'

interface QuestionSheetProps {
  readonly question: Question
  /** How many more are open. */
  readonly waiting: number
}

/**
 * What an MCP server asks: a form to fill in, a prompt that it wants the model to be asked, or the reply it would get.
 * Nothing is sent by Enter in a field, for the sheet may come while somebody types, and the focus of a prompt begins
 * where it is refused.
 */
export function QuestionSheet({ question, waiting }: QuestionSheetProps) {
  const { id, kind, server, turn, message, fields, until } = question
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const body = useRef<HTMLDivElement>(null)
  const isForm = kind === 'form'
  const give = async (answer: Answer) => {
    setRefusal(null)
    try {
      await answerQuestion(id, answer)
    } catch (error) {
      setRefusal(refusalOf(error))
    }
  }
  const send = () => {
    const content = contentOf(fields, drafts)
    const found = faultsOf(question, content)
    setFaults(found)
    const [first] = fields.flatMap(({ name }, index) => (name in found ? [index] : []))
    if (first === undefined) void give({ action: 'accept', content })
    else body.current?.children[first]?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }
  const change = (name: string, draft: Draft) => setDrafts((before) => ({ ...before, [name]: draft }))
  const cancel = () => void give({ action: 'cancel' })
  const startsAtField = isForm && fields.length > 0
  return (
    <Sheet title={words.title[kind]} onClose={cancel}>
      <div className={form.form}>
        <div className={styles.head}>
          <h3 className={styles.source}>{words.source(server, turn)}</h3>
          {isForm ? (
            <>
              <blockquote className={styles.says} aria-label={words.says}>
                {message}
              </blockquote>
              <p className={controls.hint}>{words.warning}</p>
            </>
          ) : (
            <p>{kind === 'prompt' ? words.prompt(message) : words.reply(message)}</p>
          )}
        </div>
        <div ref={body} className={styles.fields}>
          {fields.map((field, index) => (
            <FieldRow
              key={field.name}
              field={field}
              draft={drafts[field.name] ?? draftOf(field)}
              fault={faults[field.name] ?? null}
              isFirst={startsAtField && index === 0}
              onChange={(draft) => change(field.name, draft)}
            />
          ))}
        </div>
        <p className={controls.hint}>
          {words.until(formatClock(until))}
          {waiting > 0 && ` ${words.others(waiting)}`}
        </p>
        <Refusal text={refusal} />
        <div className={form.buttons}>
          {isForm && (
            <HostButton className={controls.button} onClick={cancel} {...(!startsAtField && { 'data-first-stop': '' })}>
              {words.cancel}
            </HostButton>
          )}
          <HostButton
            className={controls.button}
            onClick={() => void give({ action: 'decline' })}
            {...(!isForm && { 'data-first-stop': '' })}
          >
            {isForm ? words.decline : words.refuse}
          </HostButton>
          <HostButton className={`${controls.button} ${controls.primary}`} onClick={send}>
            {words.send[kind]}
          </HostButton>
        </div>
      </div>
    </Sheet>
  )
}
