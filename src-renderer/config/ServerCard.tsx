import { Circle, CircleCheck, CircleDashed, CircleOff, CircleX } from 'lucide-react'
import type { McpServerStatus, McpTool } from '@shared/contract/contract'
import styles from './ServerCard.module.css'
import { configStrings } from './strings'

const ICONS = { disabled: CircleOff, idle: Circle, answered: CircleCheck, starting: CircleDashed, ready: CircleCheck, failed: CircleX, closing: CircleDashed } as const

/** One server: its state, exactly what is run or connected to, what went wrong, and the tools it offers. */
export function ServerCard({ server }: { readonly server: McpServerStatus }) {
  const { name, transport, target, tools, error, stderr, connectMs } = server
  const state = shownState(server)
  const Icon = ICONS[state]
  const facts = [configStrings.transport[transport], connectMs === null ? null : configStrings.connectedIn(connectMs)].filter((fact) => fact !== null)
  return (
    <article className={styles.card} aria-label={name}>
      <header className={styles.header}>
        <h4 className={styles.name}>{name}</h4>
        <span className={styles.state} data-state={state}><Icon size={14} strokeWidth={2} aria-hidden />{configStrings.state[state]}</span>
      </header>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      <p className={styles.target}><span className={styles.label}>{configStrings.command[transport]}</span> <code>{target}</code></p>
      {error !== null && <p className={styles.error}>{error}</p>}
      {state === 'failed' && stderr.trim() !== '' && (
        <figure>
          <figcaption className={styles.label}>{configStrings.stderr(name)}</figcaption>
          <pre className={styles.stderr} tabIndex={0} aria-label={configStrings.stderr(name)} role="region">{stderr.trimEnd()}</pre>
        </figure>
      )}
      {tools !== null && <Tools tools={tools} />}
    </article>
  )
}

/** Connections last for a turn: a server that is idle after having answered is as good as one that is connected. */
const shownState = ({ state, connectMs }: McpServerStatus): keyof typeof ICONS => (state === 'idle' && connectMs !== null ? 'answered' : state)

function Tools({ tools }: { readonly tools: readonly McpTool[] }) {
  if (tools.length === 0) return <p className={styles.facts}>{configStrings.noTools}</p>
  return (
    <details className={styles.tools}>
      <summary>{configStrings.tools(tools.length)}</summary>
      <dl>
        {tools.map(({ name, description }) => (
          <div key={name} className={styles.tool}>
            <dt><code>{name}</code></dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
