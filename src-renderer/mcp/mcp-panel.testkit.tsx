import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { McpBatch, McpLaunchInfo, McpServerStatus, McpTest } from '@shared/contract/mcp'
import type { ConfigProblem } from '@shared/mcp/mcp-config'
import { useNotice } from '../kit/text/notice-store'
import { connectTo, forgetHost } from '../session/connection/connection.testkit'
import { configEditorOf } from './draft/config-draft'
import { McpPanel } from './McpPanel'

export const server = (name: string, status: Partial<McpServerStatus> = {}): McpServerStatus => ({
  name,
  namedIn: null,
  transport: 'stdio',
  target: `node ${name}.js`,
  state: 'idle',
  tools: null,
  resources: null,
  prompts: null,
  error: null,
  signIn: { kind: 'none' },
  stderr: '',
  notices: [],
  connectMs: null,
  revision: null,
  lastCall: null,
  health: null,
  ...status,
})
export const tool = (name: string) => ({
  name,
  description: `Does ${name}`,
  icon: null,
  outputSchema: null,
  hints: [],
  view: null,
})
export const textOf = (servers: readonly McpServerStatus[]) =>
  JSON.stringify(
    { mcpServers: Object.fromEntries(servers.map(({ name }) => [name, { command: 'node', args: [`${name}.js`] }])) },
    null,
    2,
  )

interface HostSetup {
  readonly enabled?: boolean
  readonly text?: string
  readonly problems?: readonly ConfigProblem[]
  readonly feedFailure?: string
  readonly test?: McpTest
  /** The host refuses to run programs with this fingerprint without agreement. */
  readonly unagreed?: string
  /** Overrides of the launch description. */
  readonly launch?: Partial<McpLaunchInfo>
}

/** A host with these servers that records requests. It lacks commands that the panel does not use. */
export function hostWith(
  servers: readonly McpServerStatus[],
  { enabled = true, text = textOf(servers), problems = [], feedFailure, test, unagreed, launch: found }: HostSetup = {},
) {
  const probe = vi.fn<() => Promise<Record<string, never>>>(async () => ({}))
  const saved: string[] = []
  const tested = vi.fn<(params: unknown) => void>()
  const agreed: string[] = []
  const asks = () => unagreed !== undefined && !agreed.includes(unagreed)
  const launch = () => ({
    line: '/bin/node a.js',
    variables: [{ text: 'A=1', decides: false }],
    envFile: null,
    file: '/bin/node',
    folder: '/config',
    folderIsMissing: false,
    fault: null,
    unagreed: asks() ? unagreed : null,
    agreed: asks() ? null : (unagreed ?? null),
    ...found,
  })
  let closed = false
  const api = {
    probeMcpServers: probe,
    readMcpConfig: async () => ({ path: '/config/mcp_config.json', text, version: '1', problems }),
    checkMcpConfig: async () => problems,
    saveMcpConfig: async (params: { text: string }) => {
      saved.push(params.text)
      return { path: '/config/mcp_config.json', text: params.text, version: '2', problems }
    },
    describeMcpServer: async () => launch(),
    listNewPrograms: async () => (asks() ? [{ ...launch(), server: 'a', configFile: '/config/mcp_config.json' }] : []),
    agreeToPrograms: async ({ fingerprints }: { fingerprints: string[] }) => {
      agreed.push(...fingerprints)
      return {}
    },
    withdrawAgreement: async ({ fingerprints }: { fingerprints: string[] }) => {
      for (const each of fingerprints) agreed.splice(agreed.indexOf(each), 1)
      return {}
    },
    readMcpTools: async () => null,
    listSecrets: async () => ({ names: [], backend: { kind: 'memory', persistent: false, sentence: 'In memory.' } }),
    async *testMcpServer(params: unknown) {
      if (asks()) throw new ExpectedError('program_not_agreed', 'Nobody agreed.')
      tested(params)
      if (test) yield test
    },
    async *watchMcp(_params: object, signal: AbortSignal): AsyncGenerator<McpBatch> {
      yield { enabled, version: '1', servers }
      if (feedFailure) throw new Error(feedFailure)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      closed = true
    },
  } as unknown as HostApi
  return { api, probe, saved, agreed, tested, feedIsClosed: () => closed }
}

let shown: HostApi | null = null

export const draftText = (): string => (shown ? configEditorOf(shown).draft.getState().text : '')
export const draftProblems = (): readonly ConfigProblem[] =>
  shown ? configEditorOf(shown).draft.getState().problems : []

export function show({ api }: { readonly api: HostApi }, onClose = () => {}) {
  shown = api
  connectTo(api)
  return render(<McpPanel api={api} onClose={onClose} />)
}
export const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
export const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** Closes the panel and discards its draft, which outlives the panel and the host. Call it in `afterEach`. */
export function closePanel(): void {
  cleanup()
  forgetHost()
  if (shown) configEditorOf(shown).revert()
  useNotice.setState({ text: '' })
}
