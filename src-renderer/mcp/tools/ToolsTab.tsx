import { useState } from 'react'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import { type ServerForm, setField } from '@shared/mcp/mcp-document'
import { Button } from '../../kit/Button'
import { SearchField } from '../../kit/form/fields'
import { Empty } from '../../kit/text/Empty'
import { HostButton } from '../../session/connection/HostButton'
import type { Config } from '../draft/use-config'
import type { ServerTest, TestCall } from '../server/server-tests'
import { configStrings as words } from '../strings'
import { offeredOf, useLastToolUse, serversWithTool } from './tool-names'
import { ToolRow } from './ToolRow'
import { useTools } from './use-tools'
import controls from '../../kit/controls.module.css'
import styles from './tools.module.css'

interface ToolsTabProps {
  readonly api: HostApi
  readonly config: Config
  readonly server: ServerForm
  readonly statuses: readonly McpServerStatus[]
  readonly test: ServerTest | null
  readonly onRun: (call: TestCall) => void
}

/** The tools of the server, and which of them the agent gets. */
export function ToolsTab({ api, config: { editor, draft }, server, statuses, test, onRun }: ToolsTabProps) {
  const [filter, setFilter] = useState('')
  const status = statuses.find(({ name }) => name === server.name) ?? null
  const tools = useTools(api, server.name, status, test)
  const lastUse = useLastToolUse()
  if (tools === null) {
    return (
      <Empty>
        <p>{words.toolsUnknown}</p>
        <HostButton onClick={() => onRun(null)}>{words.listTools}</HostButton>
      </Empty>
    )
  }
  const isOn = (tool: string) => !server.disabledTools.includes(tool)
  const change = (disabled: readonly string[]) =>
    editor.edit(setField(draft.text, server.name, 'disabledTools', disabled))
  const turn = (tool: string, on: boolean) =>
    change(on ? server.disabledTools.filter((name) => name !== tool) : [...server.disabledTools, tool])
  const shown = tools.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(filter.toLowerCase()),
  )
  const used = offeredOf(tools, server)
  const gone = server.disabledTools.filter((name) => !tools.some((tool) => tool.name === name))
  return (
    <div className={styles.tab}>
      <header className={styles.header}>
        <SearchField label={words.searchTools} value={filter} onSearch={setFilter} />
        <span className={styles.sum} role="status">
          {words.toolsSum(
            used.length,
            tools.length,
            used.reduce((sum, { tokens }) => sum + tokens, 0),
          )}
        </span>
        <span className={controls.group}>
          <Button onClick={() => change(gone)}>{words.allOn}</Button>
          <Button onClick={() => change([...gone, ...tools.map(({ name }) => name)])}>{words.allOff}</Button>
        </span>
      </header>
      {gone.length > 0 && <p className={controls.hint}>{words.toolsGone(gone)}</p>}
      <ul aria-label={words.toolList}>
        {shown.map((tool) => (
          <li key={tool.name}>
            <ToolRow
              server={server.name}
              tool={tool}
              isOn={isOn(tool.name)}
              lastUse={lastUse && (lastUse[`${server.name}.${tool.name}`] ?? 0)}
              alsoIn={serversWithTool(statuses, server.name, tool.name)}
              test={test}
              onSwitch={(on) => turn(tool.name, on)}
              onRun={onRun}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && (
        <p className={controls.hint}>{tools.length === 0 ? words.noTools : words.noMatch(filter)}</p>
      )}
    </div>
  )
}
