import { TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { initialValues } from '@shared/base/form/form-field'
import type { FieldInput } from '@shared/base/form/form-field'
import { readFields } from '@shared/base/form/read-schema'
import { isRecord } from '@shared/base/json/is-record'
import { visibleLine } from '@shared/base/visible-text'
import type { McpCallResult, McpToolDetail } from '@shared/contract/mcp'
import { Button } from '../../kit/Button'
import { FormFaults, JsonControl } from '../../kit/form/FieldControl'
import { SchemaForm } from '../../kit/form/SchemaForm'
import { HostButton } from '../../session/connection/HostButton'
import type { ServerTest, TestCall } from '../server/server-tests'
import { configStrings as words } from '../strings'
import { CallResult } from './CallResult'
import controls from '../../kit/controls.module.css'
import styles from './tools.module.css'

interface TryToolProps {
  readonly tool: Pick<McpToolDetail, 'name' | 'schema'> & Partial<Pick<McpToolDetail, 'isDestructive'>>
  /** Initial arguments, shown as JSON. Without them, a form with the simplest valid values is shown. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly test: ServerTest | null
  /** The last result; null if there is none, or if it is shown elsewhere. */
  readonly result?: McpCallResult | null
  readonly onRun: (call: TestCall) => void
}

const whyEmpty = ({ kind }: FieldInput) => (kind === 'text' ? words.argumentIsEmpty : words.argumentIsMissing)

/** Calls the tool once in a new session, with arguments from a form for its schema. */
export function TryTool({ tool, given, test, result = null, onRun }: TryToolProps) {
  // The fields show the names of the arguments, which a title could hide.
  const fields = useMemo(
    () => readFields(tool.schema).map((field) => ({ ...field, title: visibleLine(field.name) })),
    [tool.schema],
  )
  const [value, setValue] = useState<unknown>(() => given ?? initialValues(fields))
  const hasForm = isRecord(tool.schema.properties)
  // The form may have no fields for some given arguments.
  const [asJson, setAsJson] = useState(given !== undefined || !hasForm)
  const [faulty, setFaulty] = useState<readonly string[]>([])
  const mark = useCallback(
    (id: string, isFaulty: boolean) =>
      setFaulty((before) => [...before.filter((each) => each !== id), ...(isFaulty ? [id] : [])]),
    [],
  )
  /** True after a call with an empty required argument; the form then shows faults. */
  const [finds, setFinds] = useState(false)
  const empty =
    asJson || !isRecord(value) ? [] : fields.filter((field) => field.isRequired && isEmpty(value[field.name]))
  const canCall = faulty.length === 0 && test?.running !== true
  const call = () => {
    setFinds(empty.length > 0)
    if (canCall && empty.length === 0) onRun({ tool: tool.name, arguments: value as Record<string, unknown> })
  }
  return (
    <section className={styles.box} aria-label={words.tryTool(tool.name)}>
      <header className={styles.tryHeader}>
        <h4 className={styles.title}>{words.tryTool(tool.name)}</h4>
        {hasForm && (
          <Button look="chip" aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
            {words.asJson}
          </Button>
        )}
      </header>
      <FormFaults value={mark}>
        {asJson || !isRecord(value) ? (
          <JsonControl
            aria-label={words.argumentsAsJson}
            value={value}
            data-first-stop={given === undefined || undefined}
            onChange={setValue}
          />
        ) : (
          <SchemaForm
            fields={fields}
            value={value}
            onChange={setValue}
            startsHere
            faults={finds ? Object.fromEntries(empty.map(({ name, input }) => [name, whyEmpty(input)])) : {}}
          />
        )}
      </FormFaults>
      {!asJson && fields.length === 0 && <p className={controls.hint}>{words.wantsNothing}</p>}
      {tool.isDestructive && (
        <p className={styles.destructive}>
          <TriangleAlert size={12} aria-hidden />
          {words.destructiveHint}
        </p>
      )}
      <div>
        <HostButton
          look="primary"
          aria-disabled={!canCall}
          data-first-stop={given !== undefined || (!asJson && fields.length === 0) || undefined}
          onClick={call}
        >
          {words.call(tool.name)}
        </HostButton>
      </div>
      {result && <CallResult name={words.resultOf(tool.name)} result={result} />}
    </section>
  )
}

const isEmpty = (value: unknown) => value === undefined || value === ''
