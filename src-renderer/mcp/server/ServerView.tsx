import { Copy, Trash2 } from 'lucide-react'
import type { HostApi } from '@shared/contract/contract'
import type { McpServerStatus } from '@shared/contract/mcp'
import { cloneServer, freeName, type ServerForm } from '@shared/mcp/mcp-document'
import { IconButton } from '../../kit/IconButton'
import { Empty } from '../../kit/text/Empty'
import { isBroken } from '../draft/config-draft'
import type { Config } from '../draft/use-config'
import { FormTab } from '../form/FormTab'
import { JsonTab } from '../json/JsonTab'
import { OffersTab } from '../offers/OffersTab'
import { configStrings as words } from '../strings'
import { ToolsTab } from '../tools/ToolsTab'
import { LogTab } from './LogTab'
import type { ServerTest, TestCall } from './server-tests'
import { ServerFrame } from './ServerFrame'

export type ServerTab = keyof typeof words.tabs

interface ServerViewProps {
  readonly api: HostApi
  readonly config: Config
  readonly tab: ServerTab
  readonly onTab: (tab: ServerTab) => void
  readonly selected: string | null
  /** The server that was just added; null for none. */
  readonly added: string | null
  readonly statuses: readonly McpServerStatus[]
  readonly onSelect: (name: string) => void
  readonly onSave: () => void
}

/** One server of the draft in five tabs. The JSON tab shows the whole file, even without a server. */
export function ServerView({ api, config, tab, onTab, selected, added, statuses, onSelect, onSave }: ServerViewProps) {
  const { editor, draft, servers } = config
  const server = servers.find(({ name }) => name === selected) ?? null
  const broken = isBroken(draft)
  const clone = (source: ServerForm) => {
    const name = freeName(
      servers.map((each) => each.name),
      source.name,
    )
    editor.edit(cloneServer(draft.text, source.name, name))
    onSelect(name)
  }
  const status = statuses.find(({ name }) => name === selected) ?? null
  const content = (test: ServerTest | null, run: (call: TestCall) => void) => {
    // The test result above already shows its call and its notices.
    const noticesBeside = (shown: ServerTest | null) =>
      (status?.notices ?? []).filter((notice) => !shown?.test?.notices.includes(notice))
    const isShown = test !== null && (test.endedAt ?? '') >= (status?.lastCall?.at ?? '')
    if (tab === 'json') return <JsonTab api={api} config={config} statuses={statuses} onSave={onSave} />
    if (broken) return <Empty>{words.broken}</Empty>
    if (!server) return <Empty>{words.noServer}</Empty>
    const shared = { api, config, server }
    if (tab === 'tools') return <ToolsTab key={server.name} {...shared} statuses={statuses} test={test} onRun={run} />
    if (tab === 'offers')
      return (
        <OffersTab key={server.name} {...{ api, config, status, test }} server={server.name} attached={server.attach} />
      )
    if (tab === 'log')
      return <LogTab key={server.name} api={api} server={server.name} health={status?.health ?? null} />
    // The key is the position, because renaming a server must not unmount the focused form.
    const place = `${servers.length} ${servers.indexOf(server)}`
    return (
      <FormTab
        key={place}
        {...shared}
        status={status && { ...status, lastCall: isShown ? null : status.lastCall, notices: noticesBeside(test) }}
        isAdded={server.name === added}
        onRenamed={onSelect}
        onLog={() => onTab('log')}
      />
    )
  }
  return (
    <ServerFrame
      api={api}
      config={config}
      title={selected ?? ''}
      status={status}
      server={server?.name ?? null}
      canRun={!broken}
      buttons={
        server && (
          <>
            <IconButton icon={Copy} label={words.clone(server.name)} isQuiet onClick={() => clone(server)} />
            <IconButton
              icon={Trash2}
              label={words.remove(server.name)}
              isQuiet
              onClick={() => editor.remove(server.name)}
            />
          </>
        )
      }
      tabs={words.tabs}
      tab={tab}
      onTab={onTab}
    >
      {content}
    </ServerFrame>
  )
}
