import { FileInput, PlugZap, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { McpBatch } from '@shared/contract/mcp'
import { addServer, freeName, setField } from '@shared/mcp/mcp-document'
import { Button } from '../../kit/Button'
import { Strip } from '../../kit/layout/Strip'
import { Empty } from '../../kit/text/Empty'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { submit } from '../../session/host/run-command'
import { isBroken } from '../draft/config-draft'
import { reasonOf } from '../draft/reason-of'
import { serversInSettings } from '../draft/servers-in-settings'
import type { Config } from '../draft/use-config'
import { failsOften, latestHealth } from '../health/episode-health'
import { configStrings as words } from '../strings'
import { hasFailed, serverTestsOf } from './server-tests'
import { ServerRow } from './ServerRow'
import type { McpStatus } from './use-mcp-status'
import styles from './ServerList.module.css'

interface ServerListProps {
  readonly api: HostApi
  readonly status: McpStatus
  readonly config: Config
  readonly selected: string | null
  readonly onSelect: (name: string) => void
  readonly onAdded: (name: string) => void
  readonly onImport: () => void
  readonly onFind: () => void
}

/**
 * The servers of the draft in its order, each with the status of the server with the same name, and the servers of the
 * settings file.
 */
export function ServerList({
  api,
  status: { batch, failure, retry },
  config: { editor, draft, servers },
  selected,
  onSelect,
  onAdded,
  onImport,
  onFind,
}: ServerListProps) {
  const test = useTestOfAll(api, batch)
  const tests = useStore(serverTestsOf(api).store)
  const statuses = batch?.servers ?? []
  const entries = useEpisodeList((library) => library.entries)
  const isOftenFailing = (name: string) => failsOften(latestHealth(entries.values(), name))
  const unsaved = servers.filter(({ name, disabled }) => !disabled && !statuses.some((saved) => saved.name === name))
  const inSettings = serversInSettings(statuses)
  /** Why MCP could not be enabled; null if it could. */
  const [whyOff, setWhyOff] = useState<string | null>(null)
  const enableMcp = async () =>
    setWhyOff(
      await submit(async (host) => {
        const { version } = await host.readSettings({})
        await host.saveSettings({ version, changes: [{ path: 'mcp.enabled', value: true }] })
      }),
    )
  const canEdit = draft.file !== null && !isBroken(draft)
  const add = () => {
    if (!canEdit) return
    const name = freeName(
      servers.map((server) => server.name),
      'server',
    )
    editor.edit(addServer(draft.text, name, { command: '' }))
    onAdded(name)
  }
  return (
    <section className={styles.list} aria-label={words.servers}>
      <header className={styles.header}>
        <Button data-first-stop={selected === null || undefined} aria-disabled={!canEdit} onClick={add}>
          <Plus size={15} aria-hidden />
          {words.add}
        </Button>
        <Button aria-disabled={!canEdit} onClick={() => canEdit && onFind()}>
          <Search size={15} aria-hidden />
          {words.find}
        </Button>
        <Button aria-disabled={!canEdit} onClick={() => canEdit && onImport()}>
          <FileInput size={15} aria-hidden />
          {words.import}
        </Button>
      </header>
      {failure !== null && (
        <Strip text={failure}>
          <Button onClick={retry}>{words.retry}</Button>
        </Strip>
      )}
      {test.failure !== null && <Strip text={test.failure}>{null}</Strip>}
      {batch?.enabled === false && (
        <div className={styles.note}>
          <p>{words.mcpOff}</p>
          <HostButton onClick={() => void enableMcp()}>{words.enableMcp}</HostButton>
          {whyOff !== null && <p role="alert">{whyOff}</p>}
        </div>
      )}
      {draft.file !== null && !canEdit && servers.length > 0 && <p className={styles.note}>{words.lastValid}</p>}
      <div className={styles.scroll}>
        {draft.file === null && draft.failure === null && <Empty>{words.loading}</Empty>}
        {canEdit && servers.length === 0 && inSettings.length === 0 && <Empty>{words.noServers}</Empty>}
        <ul>
          {servers.map((server) => (
            <li key={server.name}>
              <ServerRow
                server={server}
                status={statuses.find(({ name }) => name === server.name) ?? null}
                tested={tests.get(server.name)?.test?.tools ?? null}
                hasFailed={hasFailed(tests.get(server.name), draft.text, server.name)}
                failsOften={isOftenFailing(server.name)}
                isSelected={server.name === selected}
                onSelect={() => onSelect(server.name)}
                onSwitch={
                  canEdit && server.hasForm
                    ? (on) => editor.edit(setField(draft.text, server.name, 'disabled', !on))
                    : null
                }
              />
            </li>
          ))}
        </ul>
        {inSettings.length > 0 && (
          <>
            <h4 className={styles.caption}>
              {words.inSettings(inSettings[0]?.namedIn?.file.split(/[\\/]/).at(-1) ?? '')}
            </h4>
            <ul>
              {inSettings.map((each) => (
                <li key={each.name}>
                  <ServerRow
                    server={{
                      name: each.name,
                      type: each.transport,
                      disabled: each.state === 'disabled',
                      disabledTools: [],
                    }}
                    status={each}
                    failsOften={isOftenFailing(each.name)}
                    isSelected={each.name === selected}
                    onSelect={() => onSelect(each.name)}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <footer className={styles.footer}>
        <HostButton
          title={words.testAllHint}
          aria-disabled={test.phase === 'running' || statuses.length === 0}
          onClick={test.run}
        >
          <PlugZap size={15} strokeWidth={1.75} aria-hidden />
          {test.phase === 'running' ? words.testingAll : words.testAll}
        </HostButton>
        <span className={styles.result} role="status">
          {test.phase === 'done' && summaryOf(batch, test.of, unsaved.length)}
        </span>
      </footer>
    </section>
  )
}

/** A test of all servers and its summary; each server shows its result. */
function useTestOfAll(api: HostApi, batch: McpBatch | null) {
  const [test, setTest] = useState<{ readonly phase: 'idle' | 'running' | 'done'; readonly failure: string | null }>({
    phase: 'idle',
    failure: null,
  })
  /** The servers when the test began. */
  const [of, setOf] = useState<McpBatch | null>(null)
  const run = () => {
    if (test.phase === 'running') return
    setTest({ phase: 'running', failure: null })
    setOf(batch)
    api.probeMcpServers({}).then(
      () => setTest({ phase: 'done', failure: null }),
      (error: unknown) => setTest({ phase: 'idle', failure: words.testFailed(reasonOf(error)) }),
    )
  }
  return { ...test, of, run }
}

/**
 * The summary of a test. Only saved servers that the user agreed to are tested; unsaved and other servers are counted
 * separately. Null if the file has changed since the test.
 */
function summaryOf(now: McpBatch | null, tested: McpBatch | null, unsaved: number): string | null {
  if (now === null || now.version !== tested?.version) return null
  const skipped = new Set(tested.servers.filter(({ state }) => state === 'not_agreed').map(({ name }) => name))
  const tried = now.servers.filter(
    ({ name, state }) => state !== 'disabled' && state !== 'not_agreed' && !skipped.has(name),
  )
  return words.tested(
    tried.filter(({ state, tools }) => tools !== null && state !== 'failed').length,
    tried.length,
    now.servers.filter(({ state }) => state === 'not_agreed').length,
    unsaved,
  )
}
