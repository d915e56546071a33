import { Circle, CircleAlert, CircleCheck, CircleDashed, CircleDot, CircleOff, CircleX } from 'lucide-react'
import type { McpTool, McpServerStatus } from '@shared/contract/mcp'
import type { ServerForm } from '@shared/mcp/mcp-document'
import { healthStrings } from '../health/strings'
import { configStrings as words } from '../strings'
import { offeredOf } from '../tools/tool-names'
import styles from './ServerList.module.css'

const ICONS = {
  unsaved: CircleDot,
  disabled: CircleOff,
  not_agreed: CircleAlert,
  sign_in: CircleAlert,
  idle: Circle,
  answered: CircleCheck,
  starting: CircleDashed,
  ready: CircleCheck,
  call_failed: CircleAlert,
  failed: CircleX,
  closing: CircleDashed,
} as const
type ShownState = keyof typeof ICONS

interface ServerRowProps {
  readonly server: Pick<ServerForm, 'name' | 'type' | 'disabled' | 'disabledTools'>
  /** Null for a server that is not saved. */
  readonly status: McpServerStatus | null
  /** Tools found by a test of the draft; null to use the tools of the saved server. */
  readonly tested?: readonly Pick<McpTool, 'name'>[] | null
  /** Whether the last test of the draft failed. */
  readonly hasFailed?: boolean
  /** Whether the server failed often in its latest episodes. */
  readonly failsOften?: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
  /** Null while the text has an error; undefined if the server cannot be switched here. */
  readonly onSwitch?: ((on: boolean) => void) | null
}

export function ServerRow({
  server,
  status,
  tested = null,
  hasFailed = false,
  failsOften = false,
  isSelected,
  onSelect,
  onSwitch,
}: ServerRowProps) {
  const { name, type, disabled } = server
  const state = shownState(server, status, tested !== null, hasFailed)
  const Icon = ICONS[state]
  const all = tested ?? status?.tools ?? null
  const facts = [words.transport[type], all && words.toolsOf(offeredOf(all, server).length, all.length)].filter(
    (fact) => fact !== null,
  )
  return (
    <div className={styles.row} data-selected={isSelected}>
      <button
        type="button"
        className={styles.choose}
        aria-current={isSelected}
        data-first-stop={isSelected || undefined}
        onClick={onSelect}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.state} data-state={state}>
          <Icon size={14} strokeWidth={2} aria-hidden />
          {words.state[state]}
        </span>
        <span className={styles.facts}>
          {facts.join(' · ')}
          {failsOften && <span className={styles.often}> · {healthStrings.often}</span>}
        </span>
      </button>
      {onSwitch !== undefined && (
        <input
          type="checkbox"
          role="switch"
          className={styles.switch}
          aria-label={words.use(name)}
          title={words.useHint}
          checked={!disabled}
          disabled={onSwitch === null}
          onChange={({ target }) => onSwitch?.(target.checked)}
        />
      )}
    </div>
  )
}

/** Connections last for one turn, so an idle server that has answered before counts as working. */
function shownState(
  { disabled }: Pick<ServerForm, 'disabled'>,
  status: McpServerStatus | null,
  wasTested: boolean,
  hasFailed: boolean,
): ShownState {
  if (disabled) return 'disabled'
  if (status === null) return hasFailed ? 'failed' : 'unsaved'
  if (status.state === 'disabled') return 'unsaved'
  if (status.signIn.kind === 'needed' && status.state !== 'not_agreed') return 'sign_in'
  if (status.state !== 'idle' && status.state !== 'ready') return status.state
  // The last call is more recent than the start.
  if ((status.lastCall?.error ?? null) !== null) return 'call_failed'
  return status.state === 'idle' && (wasTested || status.connectMs !== null) ? 'answered' : status.state
}
