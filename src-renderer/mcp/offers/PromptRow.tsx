import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpOfferedPrompt, McpPromptText, McpVisit } from '@shared/contract/mcp-visits'
import { Field } from '../../kit/form/fields'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton } from '../../session/connection/HostButton'
import { ArgumentField } from './ArgumentField'
import { GiveButton } from './GiveButton'
import { OfferRow } from './OfferRow'
import { offerStrings as words } from './strings'
import { useAsked } from './use-asked'
import controls from '../../kit/controls.module.css'
import tools from '../tools/tools.module.css'
import styles from './offers.module.css'

interface PromptRowProps {
  readonly api: HostApi
  readonly server: string
  /** Null while no session is open. */
  readonly visit: McpVisit | null
  readonly prompt: McpOfferedPrompt
  /** Whether every prompt contains it; null if this cannot be set here. */
  readonly isAttached: boolean | null
  readonly onAttach: (isAttached: boolean) => void
}

/** A prompt with a field for each argument. Its messages become a hint, which the person can read and change first. */
export function PromptRow({ api, server, visit, prompt, isAttached, onAttach }: PromptRowProps) {
  const { id: name, title } = prompt
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const { answer, refusal, ask } = useAsked<McpPromptText>()
  const isFilled = prompt.arguments.every((each) => !each.isRequired || (values[each.name] ?? '') !== '')
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return (
    <OfferRow offer={prompt} isAttached={isAttached} onAttach={onAttach}>
      {visit && (
        <form
          className={styles.fields}
          onSubmit={(event) => {
            event.preventDefault()
            if (isFilled) ask(() => api.getMcpPrompt({ visit: visit.id, name, arguments: given }))
          }}
        >
          {prompt.arguments.map(({ name: argument, description, isRequired }) => (
            <ArgumentField
              key={argument}
              name={argument}
              label={words.argumentOf(argument, title)}
              description={description}
              isRequired={isRequired}
              value={values[argument] ?? ''}
              onChange={(value) => setValues({ ...values, [argument]: value })}
              complete={(typed) =>
                api.completeMcpArgument({ visit: visit.id, of: 'prompt', name, argument, typed, others: given })
              }
            />
          ))}
          <HostButton
            type="submit"
            className={controls.button}
            aria-label={words.fillInOne(title)}
            aria-disabled={!isFilled || undefined}
          >
            {words.fillIn}
          </HostButton>
        </form>
      )}
      <Refusal text={refusal} />
      {answer && <PromptText key={JSON.stringify(answer)} server={server} name={name} prompt={answer} />}
    </OfferRow>
  )
}

interface PromptTextProps {
  readonly server: string
  readonly name: string
  readonly prompt: McpPromptText
}

function PromptText({ server, name, prompt: { description, messages } }: PromptTextProps) {
  const hasRoles = messages.length > 1
  const [text, setText] = useState(() =>
    messages
      .map((message) => (hasRoles ? `${words.role[message.role] ?? message.role}:\n${message.text}` : message.text))
      .join('\n\n'),
  )
  return (
    <section className={`${tools.box} ${styles.contents}`} aria-label={words.textOf(name)}>
      {description !== '' && <p className={tools.description}>{description}</p>}
      <Field label={words.hint} hint={words.hintHint}>
        <textarea
          className={`${controls.input} ${styles.text}`}
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <div>
        <GiveButton
          label={words.giveHint}
          text={text}
          source={{ server_name: server, kind: 'prompt', name }}
          needsPause
        />
      </div>
    </section>
  )
}
