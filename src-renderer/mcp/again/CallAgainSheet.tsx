import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isRecord } from '@shared/base/json/is-record'
import type { HostApi } from '@shared/contract/contract'
import type { ToolCall } from '@shared/episode/state/episode'
import { ChoiceField } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { asText, ownToolName } from '../../turn/calls/call-text'
import { ConfirmRun } from '../agree/ConfirmRun'
import { useConfig } from '../draft/use-config'
import { createServerTests, type TestCall } from '../server/server-tests'
import { TestResult } from '../server/TestResult'
import { useMcpStatus } from '../server/use-mcp-status'
import { configStrings } from '../strings'
import { CallResult } from '../tools/CallResult'
import { TryTool } from '../tools/TryTool'
import { useTools } from '../tools/use-tools'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from '../mcp.module.css'

const words = configStrings.again

interface CallAgainSheetProps {
  readonly api: HostApi
  readonly call: ToolCall
  /** Turn of the call. */
  readonly turn: number
  readonly onClose: () => void
}

/**
 * Repeats a call of an episode in a new session, which ends with the call or the sheet. The recorded result is shown
 * beside the new one.
 */
export function CallAgainSheet({ api, call, turn, onClose }: CallAgainSheetProps) {
  const { batch } = useMcpStatus(api)
  const config = useConfig(api, batch?.version ?? null)
  const [tests] = useState(() => createServerTests(api))
  const [server, setServer] = useState(call.serverName)
  const test = useStore(tests.store, (all) => all[server] ?? null)
  useEffect(
    () => () => {
      tests.cancel(server)
      tests.dismiss(server)
    },
    [tests, server],
  )

  const tool = ownToolName(call)
  const names = batch?.servers.map(({ name }) => name) ?? [server]
  const status = batch?.servers.find(({ name }) => name === server) ?? null
  const tools = useTools(api, server, status, test)
  const isConfigured = names.includes(server)
  const schema = tools?.find(({ name }) => name === tool)?.schema
  const given = isRecord(call.arguments) ? call.arguments : {}
  // Unsaved changes in the panel do not count.
  const saved = config.draft.file?.text ?? null
  const unagreed = test?.unagreed ?? null
  const run = async (wanted: TestCall) => {
    if (!isConfigured) return
    // The file may not be loaded yet when Enter is pressed.
    const text = saved ?? (await api.readMcpConfig({}).catch(() => null))?.text
    if (text !== undefined) await tests.run(text, server, wanted)
  }
  const answer = test?.test?.call ?? null
  return (
    <Sheet title={words.title(tool)} size="wide" onClose={onClose}>
      <div className={form.body}>
        <p className={controls.hint}>{words.hint}</p>
        {names.length === 0 && <p role="alert">{words.noServers}</p>}
        {!isConfigured && names.length > 0 && <p role="alert">{words.gone(server)}</p>}
        {(names.length > 1 || !isConfigured) && names.length > 0 && (
          <ChoiceField
            label={words.server}
            value={server}
            choices={isConfigured ? names : [server, ...names]}
            nameOf={(name) => name}
            onChoose={setServer}
          />
        )}
        {status?.state === 'disabled' && <p className={controls.hint}>{words.off(server)}</p>}
        {tools !== null && schema === undefined && isConfigured && <p role="status">{words.noTool(server, tool)}</p>}
        {asText(given).includes('•••') && <p role="status">{words.masked}</p>}
        <div className={styles.compared}>
          <section className={styles.answer} aria-label={words.now}>
            <h3 className={controls.caption}>{words.now}</h3>
            <TryTool
              tool={{ name: tool, schema: schema ?? NO_SCHEMA }}
              given={given}
              test={test}
              onRun={(wanted) => void run(wanted)}
            />
            {answer !== null && (
              <p role="status" className={controls.hint}>
                {isSameAnswer(call, answer.content ?? answer.error) ? words.same : words.other}
              </p>
            )}
            {test !== null && unagreed === null && answer === null && (
              <div className={styles.test}>
                <TestResult
                  server={server}
                  test={test}
                  onCancel={() => tests.cancel(server)}
                  onDismiss={() => tests.dismiss(server)}
                />
              </div>
            )}
          </section>
          <section className={styles.answer} aria-label={words.before(turn)}>
            <h3 className={controls.caption}>{words.before(turn)}</h3>
            <Recorded call={call} name={words.before(turn)} />
          </section>
        </div>
      </div>
      {unagreed !== null && saved !== null && (
        <ConfirmRun
          api={api}
          config={config}
          text={saved}
          server={server}
          onCancel={() => tests.dismiss(server)}
          onAgreed={() => void run(unagreed.call)}
        />
      )}
    </Sheet>
  )
}

const NO_SCHEMA = {}

function Recorded({
  call: { status, result, durationMs: ms },
  name,
}: {
  readonly call: ToolCall
  readonly name: string
}) {
  if (ms === null) return <p className={controls.hint}>{words.notAnswered}</p>
  if (status !== 'ok') return <CallResult name={name} result={{ ...NOTHING, error: asText(result), ms }} />
  const isText = typeof result === 'string'
  return (
    <CallResult
      name={name}
      result={{ ...NOTHING, text: isText ? result : null, structured: isText ? null : result, ms }}
    />
  )
}

const NOTHING = { text: null, structured: null, content: null, error: null }

const isSameAnswer = (call: ToolCall, now: unknown): boolean => JSON.stringify(call.result) === JSON.stringify(now)
