import { createStore, type StoreApi } from 'zustand'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { McpLastCall, McpTest } from '@shared/contract/mcp'
import { rawAt } from '@shared/mcp/jsonc-edit'
import { changedKeys, pathOf } from '@shared/mcp/mcp-document'
import { parseJsonc } from '@shared/mcp/parse-jsonc'
import { formatClock } from '../../kit/text/format'
import { reasonOf } from '../draft/reason-of'
import { configStrings as words } from '../strings'
import { addHandCall, handCallsOf } from './hand-calls'

export type TestCall = Parameters<HostApi['testMcpServer']>[0]['call']

export interface ServerTest {
  readonly test: McpTest | null
  /** Why the test could not run; null if it could. */
  readonly refusal: string | null
  /** The requested test while it waits for agreement to the program; otherwise null. */
  readonly unagreed: { readonly call: TestCall } | null
  readonly running: boolean
  readonly cancelled: boolean
  /** The text of the tested entry; null if the config text does not contain it. */
  readonly entry: string | null
  /** ISO time of the end; null while the test runs. */
  readonly endedAt: string | null
}

/** Tests by server name. They continue while another server is shown. */
interface ServerTests {
  readonly store: StoreApi<ReadonlyMap<string, ServerTest>>
  /** Tests the server as this text defines it. Cancels a running test of the server. */
  readonly run: (text: string, server: string, call: TestCall) => Promise<void>
  readonly cancel: (server: string) => void
  readonly dismiss: (server: string) => void
}

export function createServerTests(api: Pick<HostApi, 'testMcpServer'>): ServerTests {
  const store = createStore<ReadonlyMap<string, ServerTest>>(() => new Map())
  const aborts = new Map<string, AbortController>()
  const change = (server: string, part: Partial<ServerTest>) =>
    store.setState((tests) => new Map(tests).set(server, { ...(tests.get(server) ?? NEW), ...part }), true)

  return {
    store,
    async run(text, server, call) {
      aborts.get(server)?.abort()
      const abort = new AbortController()
      const at = new Date().toISOString()
      let last: McpTest | null = null
      aborts.set(server, abort)
      change(server, { ...NEW, running: true, entry: rawAt(text, [...pathOf(text), server]) })
      try {
        for await (const test of api.testMcpServer({ text, server, call }, abort.signal)) {
          if (abort.signal.aborted) continue
          last = test
          change(server, { test })
        }
      } catch (error) {
        if (!abort.signal.aborted)
          change(
            server,
            isExpected(error, 'program_not_agreed') ? { unagreed: { call } } : { refusal: reasonOf(error) },
          )
      }
      if (call !== null && call !== 'ping' && last?.steps.some(({ stage }) => stage === 'call'))
        addHandCall(handCallsOf(api), { at, server, ...call, result: last.call })
      if (aborts.get(server) === abort) change(server, { running: false, endedAt: new Date().toISOString() })
    },
    cancel(server) {
      aborts.get(server)?.abort()
      // A cancelled test must not report its end.
      aborts.delete(server)
      change(server, { running: false, cancelled: true })
    },
    dismiss: (server) => store.setState((tests) => new Map([...tests].filter(([name]) => name !== server)), true),
  }
}

const NEW: ServerTest = {
  test: null,
  refusal: null,
  unagreed: null,
  running: false,
  cancelled: false,
  entry: null,
  endedAt: null,
}

/** Sentences about changes since the end of the test; empty while its result is current. */
export function sinceTest(
  { entry, endedAt, test }: ServerTest,
  text: string,
  server: string,
  lastCall: McpLastCall | null,
): readonly string[] {
  if (endedAt === null) return []
  // In a text that is not valid JSON, the end of an entry is unknown, so the entry counts as unchanged.
  const now = parseJsonc(text) === null ? entry : rawAt(text, [...pathOf(text), server])
  const changed = changedKeys(entry, now)
  const isLater = lastCall !== null && lastCall.at > endedAt && lastCall.error !== (test?.call?.error ?? null)
  const failed = isLater ? lastCall.error : null
  const since = [
    ...(changed.length > 0 ? [words.changedSince(changed)] : []),
    ...(failed === null ? [] : [words.failedSince(lastCall?.tool ?? '', failed)]),
  ]
  return since.length === 0 ? [] : [words.testedAt(formatClock(endedAt)), ...since]
}

/** Whether the test failed and its result is current. */
export const hasFailed = (tested: ServerTest | undefined, text: string, server: string): boolean =>
  tested?.endedAt != null &&
  (tested.test?.failure ?? tested.refusal ?? null) !== null &&
  sinceTest(tested, text, server, null).length === 0

const known = new WeakMap<HostApi, ServerTests>()

export function serverTestsOf(api: HostApi): ServerTests {
  const tests = known.get(api) ?? createServerTests(api)
  known.set(api, tests)
  return tests
}
