import { useEffect, useEffectEvent, useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpContents, McpOffered, McpTemplate, McpVisit } from '@shared/contract/mcp-visits'
import { Refusal } from '../../kit/text/Refusal'
import { HostButton } from '../../session/connection/HostButton'
import { ArgumentField } from './ArgumentField'
import { Contents } from './Contents'
import { OfferRow } from './OfferRow'
import { offerStrings as words } from './strings'
import { useAsked } from './use-asked'
import controls from '../../kit/controls.module.css'
import styles from './offers.module.css'

interface RowProps {
  readonly api: HostApi
  readonly server: string
  /** Null while no session is open. */
  readonly visit: McpVisit | null
}

interface ResourceRowProps extends RowProps {
  readonly resource: McpOffered
  /** Whether every prompt contains it; null if this cannot be set here. */
  readonly isAttached: boolean | null
  readonly onAttach: (isAttached: boolean) => void
}

/** A resource. While the user follows it, it is read again after each reported change. */
export function ResourceRow({ api, server, visit, resource, isAttached, onAttach }: ResourceRowProps) {
  const { id: uri, title } = resource
  const { answer, refusal, ask } = useAsked<McpContents>()
  const follow = useAsked<object>()
  const changes = visit !== null && Object.hasOwn(visit.changes, uri) ? (visit.changes[uri] ?? 0) : null
  const read = () => visit && ask(() => api.readMcpResource({ visit: visit.id, uri }))
  const readAgain = useEffectEvent(read)
  useEffect(() => {
    if (changes !== null) readAgain()
  }, [changes])
  const actions = visit && (
    <>
      {visit.canFollow && (
        <label className={controls.check}>
          <input
            type="checkbox"
            role="switch"
            aria-label={words.followOne(title)}
            checked={changes !== null}
            onChange={({ target: { checked: isFollowed } }) =>
              follow.ask(() => api.followMcpResource({ visit: visit.id, uri, isFollowed }))
            }
          />
          <span aria-hidden>{words.follow}</span>
        </label>
      )}
      <HostButton aria-label={words.readOne(title)} onClick={read}>
        {words.read}
      </HostButton>
    </>
  )
  return (
    <OfferRow offer={resource} isAttached={isAttached} onAttach={onAttach} actions={actions}>
      {changes !== null && changes > 0 && (
        <p role="status" className={controls.hint}>
          {words.changed(changes)}
        </p>
      )}
      <Refusal text={refusal ?? follow.refusal} />
      {answer && <Contents server={server} contents={answer} />}
    </OfferRow>
  )
}

/** A resource template, with a field for each of its variables. */
export function TemplateRow({ api, server, visit, template }: RowProps & { readonly template: McpTemplate }) {
  const { id: uri, title, variables } = template
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const { answer, refusal, ask } = useAsked<McpContents>()
  const isFilled = variables.every((name) => (values[name] ?? '') !== '')
  return (
    <OfferRow offer={template} isAttached={null}>
      {visit && (
        <form
          className={styles.fields}
          onSubmit={(event) => {
            event.preventDefault()
            if (isFilled) ask(() => api.readMcpResource({ visit: visit.id, uri, variables: values }))
          }}
        >
          {variables.map((name) => (
            <ArgumentField
              key={name}
              name={name}
              label={words.argumentOf(name, title)}
              isRequired
              value={values[name] ?? ''}
              onChange={(value) => setValues({ ...values, [name]: value })}
              complete={(typed) =>
                api.completeMcpArgument({
                  visit: visit.id,
                  of: 'template',
                  name: uri,
                  argument: name,
                  typed,
                  others: values,
                })
              }
            />
          ))}
          <HostButton
            type="submit"
            className={controls.button}
            aria-label={words.readOne(title)}
            aria-disabled={!isFilled || undefined}
          >
            {words.read}
          </HostButton>
        </form>
      )}
      <Refusal text={refusal} />
      {answer && <Contents server={server} contents={answer} />}
    </OfferRow>
  )
}
