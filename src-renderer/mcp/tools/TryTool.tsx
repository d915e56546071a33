import { useCallback, useMemo, useState } from 'react'
import type { McpToolDetail } from '@shared/contract/mcp'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { emptyValue, fieldOf } from '../../../src-shared/base/form/read-schema'
import { JsonField, SchemaForm } from '../../kit/form/SchemaForm'
import type { ServerTest, TestCall } from '../server/server-tests'
import { configStrings as words } from '../strings'
import { CallResult } from './CallResult'
import styles from './tools.module.css'

interface TryToolProps {
  readonly tool: Pick<McpToolDetail, 'name' | 'schema'>
  /** What the arguments begin with, as JSON; left out for the emptiest that the schema allows, as a form. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly test: ServerTest | null
  readonly onRun: (call: TestCall) => void
}

/** Calls the tool once, in a session of its own, with arguments from a form made of its schema. */
export function TryTool({ tool, given, test, onRun }: TryToolProps) {
  const field = useMemo(() => fieldOf({ ...tool.schema, description: '' }), [tool.schema])
  const [value, setValue] = useState<unknown>(() => given ?? emptyValue(field, true) ?? {})
  // A form may have no field for all that was given.
  const [asJson, setAsJson] = useState(given !== undefined || field.kind !== 'group')
  const [faulty, setFaulty] = useState<readonly string[]>([])
  const mark = useCallback(
    (id: string, isFaulty: boolean) =>
      setFaulty((before) => [...before.filter((each) => each !== id), ...(isFaulty ? [id] : [])]),
    [],
  )
  const canCall = faulty.length === 0 && test?.running !== true
  const result = test?.test?.call?.tool === tool.name ? test.test.call : null
  const call = () => {
    if (canCall) onRun({ tool: tool.name, arguments: value as Record<string, unknown> })
  }
  return (
    <section className={styles.try} aria-label={words.tryTool(tool.name)}>
      <header className={styles.tryHeader}>
        <h4 className={styles.title}>{words.tryTool(tool.name)}</h4>
        {field.kind === 'group' && (
          <button type="button" className={controls.chip} aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
            {words.asJson}
          </button>
        )}
      </header>
      {asJson || field.kind !== 'group' ? (
        <JsonField label={words.argumentsAsJson} value={value} onChange={setValue} onFault={mark} />
      ) : (
        <SchemaForm field={field} value={value} onChange={setValue} onFault={mark} />
      )}
      <div>
        <HostButton
          className={`${controls.button} ${controls.primary}`}
          aria-disabled={!canCall}
          data-first-stop={given !== undefined || undefined}
          onClick={call}
        >
          {words.call(tool.name)}
        </HostButton>
      </div>
      {result && <CallResult name={words.resultOf(tool.name)} result={result} />}
    </section>
  )
}
