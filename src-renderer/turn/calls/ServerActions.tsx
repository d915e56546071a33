import type { Problem, Turn } from '@shared/episode/state/episode'
import { problemText } from '@shared/episode/state/strings'
import { Line } from '../../kit/text/Prose'
import { useHasHost } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { useIsLocal } from '../../session/episode/local-episodes'
import { type McpTarget, setView } from '../../session/view/view-store'
import { turnStrings } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from '../text/texts.module.css'

const words = turnStrings.server

/** Whether the server can be called. False for the app's tools and in an episode from a file. */
export function useHasServer(name: string, turn: number): boolean {
  const isOfSession = useEpisode(
    ({ history: { latest } }) =>
      (latest.turns[turn - 1] ?? latest.openTurn)?.session?.servers.some((server) => server.name === name) ?? false,
  )
  return useHasPanel() && isOfSession
}

function useHasPanel(): boolean {
  const isFromFile = useIsLocal()
  return useHasHost() && !isFromFile
}

/** Buttons that open the configuration or the log of a failed server. */
export function ServerActions({ name }: { readonly name: string }) {
  if (!useHasPanel()) return null
  const open = (tab: McpTarget['tab']) => () => setView({ dialog: 'mcp', mcpServer: { name, tab } })
  return (
    <div className={styles.actions}>
      <HostButton className={controls.button} onClick={open('form')}>
        {words.edit(name)}
      </HostButton>
      <HostButton className={controls.button} onClick={open('log')}>
        {words.openLog}
      </HostButton>
    </div>
  )
}

/** The problems of a turn, with actions for their servers. Equal model errors share a line. */
export function ProblemLines({ turn: { problems } }: { readonly turn: Pick<Turn, 'problems'> }) {
  const lines = new Map<string | number, { readonly problem: Problem; readonly attempts: number }>()
  for (const problem of problems) {
    const key = problem.event_type === 'llm_error' ? problemText(problem) : problem.seq
    const line = lines.get(key)
    lines.set(key, { problem: line?.problem ?? problem, attempts: 1 + (line?.attempts ?? 0) })
  }
  return [...lines.values()].map((line) => <ProblemLine key={line.problem.seq} {...line} />)
}

interface ProblemLineProps {
  readonly problem: Problem
  readonly attempts: number
}

function ProblemLine({ problem, attempts }: ProblemLineProps) {
  return (
    <div>
      <p className={styles.problem}>
        <Line text={problemText(problem)} />
        {attempts > 1 && ` · ${turnStrings.attempts(attempts)}`}
      </p>
      {(problem.event_type === 'mcp_server_failed' || problem.event_type === 'mcp_disabled_fallback') && (
        <ServerActions name={problem.server_name} />
      )}
    </div>
  )
}
