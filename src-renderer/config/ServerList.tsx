import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import { isContractError } from '@shared/contract/channels'
import type { HostApi, McpServerStatus } from '@shared/contract/contract'
import controls from '../ui/controls.module.css'
import { Empty } from '../ui/Empty'
import { Strip } from '../ui/Strip'
import { ServerCard } from './ServerCard'
import styles from './ServerList.module.css'
import { configStrings } from './strings'
import { useMcpStatus } from './use-mcp-status'

export function ServerList({ api }: { readonly api: HostApi }) {
  const { batch, failure, retry } = useMcpStatus(api)
  const test = useTest(api)
  const servers = batch?.servers ?? []
  return (
    <section className={styles.list} aria-label={configStrings.servers}>
      <header className={styles.header}>
        <h3 className={styles.title}>{configStrings.servers}</h3>
        <span className={styles.result} role="status">{test.phase === 'done' && summaryOf(servers)}</span>
        <button type="button" className={controls.button} aria-disabled={test.phase === 'running' || servers.length === 0} onClick={test.run}>
          <PlugZap size={15} strokeWidth={1.75} aria-hidden />
          {test.phase === 'running' ? configStrings.testing : configStrings.test}
        </button>
      </header>
      {failure !== null && <Strip text={failure}><button type="button" className={controls.button} onClick={retry}>{configStrings.retry}</button></Strip>}
      {test.failure !== null && <Strip text={test.failure}>{null}</Strip>}
      {batch?.enabled === false && <p className={styles.note}>{configStrings.mcpOff}</p>}
      <div className={styles.scroll}>
        {batch === null && failure === null && <Empty>{configStrings.waiting}</Empty>}
        {batch !== null && servers.length === 0 && <Empty>{configStrings.noServers}</Empty>}
        <ul>{servers.map((server) => <li key={server.name}><ServerCard server={server} /></li>)}</ul>
      </div>
    </section>
  )
}

interface Test {
  readonly phase: 'idle' | 'running' | 'done'
  readonly failure: string | null
}

/** Each server shows its own progress and outcome; this is only about the test as a whole. */
function useTest(api: HostApi): Test & { readonly run: () => void } {
  const [test, setTest] = useState<Test>({ phase: 'idle', failure: null })
  const run = () => {
    if (test.phase === 'running') return
    setTest({ phase: 'running', failure: null })
    api.probeMcpServers({}).then(
      () => setTest({ phase: 'done', failure: null }),
      (error: unknown) => setTest({ phase: 'idle', failure: configStrings.testFailed(isContractError(error) ? error.message : configStrings.unknownReason) }),
    )
  }
  return { ...test, run }
}

function summaryOf(servers: readonly McpServerStatus[]): string {
  const tried = servers.filter(({ state }) => state !== 'disabled')
  return configStrings.tested(tried.filter(({ state, tools }) => tools !== null && state !== 'failed').length, tried.length)
}
