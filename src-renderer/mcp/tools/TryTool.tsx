import { useCallback, useMemo, useState } from 'react'
import type { McpCallResult, McpToolDetail } from '@shared/contract/mcp'
import controls from '../../kit/controls.module.css'
import { formatDuration } from '../../kit/format'
import { HostButton } from '../../session/connection/HostButton'
import { emptyValue, fieldOf } from '../form/schema-fields'
import { JsonField, SchemaForm } from '../form/SchemaForm'
import type { ServerTest, TestCall } from '../server/server-tests'
import { configStrings as words } from '../strings'
import styles from './tools.module.css'

interface TryToolProps {
  readonly tool: McpToolDetail
  readonly test: ServerTest | null
  readonly onRun: (call: TestCall) => void
}

/** Calls the tool once, in a session of its own, with arguments from a form made of its schema. */
export function TryTool({ tool, test, onRun }: TryToolProps) {
  const field = useMemo(() => fieldOf({ ...tool.schema, description: '' }), [tool.schema])
  const [value, setValue] = useState<unknown>(() => emptyValue(field, true) ?? {})
  const [asJson, setAsJson] = useState(field.kind !== 'group')
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
          <button
            type="button"
            className={`${controls.button} ${controls.quiet}`}
            aria-pressed={asJson}
            onClick={() => setAsJson(!asJson)}
          >
            {words.asJson}
          </button>
        )}
      </header>
      {asJson ? (
        <JsonField label={words.argumentsAsJson} value={value} onChange={setValue} onFault={mark} />
      ) : (
        <SchemaForm field={field} value={value} onChange={setValue} onFault={mark} />
      )}
      <div>
        <HostButton className={`${controls.button} ${controls.primary}`} aria-disabled={!canCall} onClick={call}>
          {words.call(tool.name)}
        </HostButton>
      </div>
      {result && <Result result={result} />}
    </section>
  )
}

function Result({ result: { text, structured, error, ms, tool } }: { readonly result: McpCallResult }) {
  return (
    <div className={styles.result} role="region" aria-label={words.resultOf(tool)}>
      <p role="status" className={controls.hint}>
        {error === null ? words.answered(formatDuration(ms)) : words.failedAfter(formatDuration(ms))}
      </p>
      {error !== null && <p className={controls.error}>{error}</p>}
      {text !== null && text !== '' && <pre tabIndex={0}>{text}</pre>}
      {structured !== null && (
        <pre tabIndex={0} aria-label={words.structured}>
          {JSON.stringify(structured, null, 2)}
        </pre>
      )}
    </div>
  )
}
