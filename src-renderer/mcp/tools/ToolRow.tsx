import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { McpToolDetail } from '@shared/contract/mcp'
import { Button } from '../../kit/Button'
import type { ServerTest, TestCall } from '../server/server-tests'
import { configStrings as words } from '../strings'
import { OfferIcon } from './OfferIcon'
import { TryTool } from './TryTool'
import controls from '../../kit/controls.module.css'
import styles from './tools.module.css'

interface ToolRowProps {
  readonly server: string
  readonly tool: McpToolDetail
  readonly isOn: boolean
  /** Number of calls in the last episode; null if it is unknown or the tool was not offered. */
  readonly lastUse: number | null
  /** Other servers that have a tool with this name. */
  readonly alsoIn: readonly string[]
  readonly test: ServerTest | null
  readonly onSwitch: (on: boolean) => void
  readonly onRun: (call: TestCall) => void
}

export function ToolRow({ server, tool, isOn, lastUse, alsoIn, test, onSwitch, onRun }: ToolRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const newest = test?.test?.call?.tool === tool.name ? test.test.call : null
  /** The last result; it is kept while another tool is called. */
  const [result, setResult] = useState(newest)
  if (newest !== null && newest !== result) setResult(newest)
  const run = (call: TestCall) => {
    setResult(null)
    onRun(call)
  }
  const { name, description, schema, tokens, isReadOnly, isDestructive, icon, outputSchema, hints } = tool
  const facts = [
    words.tokens(tokens),
    lastUse === null ? null : words.usedLast(lastUse),
    isReadOnly ? words.readOnly : null,
    ...hints.map((hint) => words.toolHint[hint]),
  ].filter((fact) => fact !== null)
  return (
    <article className={styles.row} aria-label={name}>
      <header className={styles.head}>
        <label className={styles.name}>
          <input
            type="checkbox"
            role="switch"
            aria-label={words.offer(name)}
            checked={isOn}
            onChange={({ target }) => onSwitch(target.checked)}
          />
          <OfferIcon src={icon} />
          <code>{name}</code>
        </label>
        <span className={controls.hint}>{facts.join(' · ')}</span>
        {isDestructive && (
          <span className={styles.destructive} title={words.destructiveHint}>
            <TriangleAlert size={12} aria-hidden />
            {words.destructive}
          </span>
        )}
        <Button aria-expanded={isTried} aria-label={words.tryTool(name)} onClick={() => setIsTried(!isTried)}>
          {words.try}
        </Button>
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-label={words.openTool(name)}
          onClick={() => setIsOpen(!isOpen)}
        >
          {words.details}
        </Button>
      </header>
      <p className={isOpen ? styles.description : styles.brief}>{description || words.noDescription}</p>
      {alsoIn.length > 0 && <p className={styles.warning}>{words.sameName(name, [server, ...alsoIn])}</p>}
      {isOpen && <Schema title={words.schema} label={words.schemaOf(name)} schema={schema} />}
      {isOpen && outputSchema !== null && (
        <Schema title={words.outputSchema} label={words.outputSchemaOf(name)} schema={outputSchema} />
      )}
      {isTried && (
        <div ref={focusFirst}>
          <TryTool tool={tool} test={test} result={result} onRun={run} />
        </div>
      )}
    </article>
  )
}

/** Focuses the first field of the form, or its button if the tool takes no arguments. */
const focusFirst = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('[data-first-stop]')?.focus()

interface SchemaProps {
  readonly title: string
  readonly label: string
  readonly schema: McpToolDetail['schema']
}

function Schema({ title, label, schema }: SchemaProps) {
  return (
    <details open>
      <summary>{title}</summary>
      <pre className={styles.schema} tabIndex={0} role="region" aria-label={label}>
        {JSON.stringify(schema, null, 2)}
      </pre>
    </details>
  )
}
