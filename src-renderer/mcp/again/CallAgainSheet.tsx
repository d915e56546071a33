import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { isRecord } from '@shared/base/json/is-record'
import type { HostApi } from '@shared/contract/contract'
import type { ToolCall } from '@shared/episode/state/episode'
import { ChoiceField } from '../../kit/form/fields'
import { Sheet } from '../../kit/overlay/Sheet'
import { asText, ownToolName } from '../../turn/calls/call-text'
import { ConfirmRun } from '../agree/ConfirmRun'
import { LineDiff } from '../draft/LineDiff'
import { useConfig } from '../draft/use-config'
import { handCallsOf } from '../server/hand-calls'
import { createServerTests, type TestCall } from '../server/server-tests'
import { TestResult } from '../server/TestResult'
import { useMcpStatus } from '../server/use-mcp-status'
import { configStrings } from '../strings'
import { CallResult } from '../tools/CallResult'
import { TryTool } from '../tools/TryTool'
import { useTools } from '../tools/use-tools'
import { type Answer, answerByHand, answerInEpisode } from './answers'
import { HandCallList } from './HandCallList'
import controls from '../../kit/controls.module.css'
import form from '../../kit/overlay/SheetForm.module.css'
import styles from './again.module.css'

const words = configStrings.again

interface CallAgainSheetProps {
  readonly api: HostApi
  readonly call: ToolCall
  /** The turn in which the call was made. */
  readonly turn: number
  readonly onClose: () => void
}

/**
 * Repeats a call of an episode in a new session, which ends with the call or the sheet. Compares the result with the
 * recorded one, or with that of another manual call.
 */
export function CallAgainSheet({ api, call, turn, onClose }: CallAgainSheetProps) {
  const { batch } = useMcpStatus()
  const config = useConfig(api, batch?.version ?? null)
  const [tests] = useState(() => createServerTests(api))
  const [server, setServer] = useState(call.serverName)
  const test = useStore(tests.store, (all) => all.get(server) ?? null)
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
  /** The call that supplies the initial arguments: a manual call, by its number, or the call of the episode. */
  const [used, setUsed] = useState(() => ({
    number: IN_EPISODE,
    given: isRecord(call.arguments) ? call.arguments : {},
  }))
  // Unsaved changes in the panel are ignored.
  const saved = config.draft.file?.text ?? null
  const unagreed = test?.unagreed ?? null
  const run = async (wanted: TestCall) => {
    if (!isConfigured) return
    setChosen(null)
    // The file may not be loaded yet when Enter is pressed.
    const text = saved ?? (await api.readMcpConfig({}).catch(() => null))?.text
    if (text !== undefined) await tests.run(text, server, wanted)
  }
  const answer = test?.test?.call ?? null
  const mine = useStore(handCallsOf(api), ({ calls }) => calls).filter((made) => made.tool === tool)
  const [madeBefore] = useState(() => mine.at(-1)?.number ?? 0)
  /** Number of the chosen manual call; null for the last one made in this sheet. */
  const [chosen, setChosen] = useState<number | null>(null)
  const [other, setOther] = useState(IN_EPISODE)
  const shown =
    mine.find(({ number }) => number === chosen) ?? mine.findLast(({ number }) => number > madeBefore) ?? null
  const answerOf = (number: number): Answer => {
    const made = mine.find((each) => each.number === number)
    return made ? answerByHand(made) : answerInEpisode(call, turn)
  }
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
        {asText(used.given).includes('•••') && <p role="status">{words.masked}</p>}
        <div className={styles.compared}>
          <section className={styles.answer} aria-label={words.now}>
            <h3 className={controls.caption}>{words.now}</h3>
            <TryTool
              key={used.number}
              tool={{ name: tool, schema: schema ?? NO_SCHEMA }}
              given={used.given}
              test={test}
              onRun={(wanted) => void run(wanted)}
            />
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
            {shown !== null && <AnswerView answer={answerByHand(shown)} label={configStrings.resultOf(tool)} />}
          </section>
          <section className={styles.answer} aria-label={words.compareWith}>
            <ChoiceField
              label={words.compareWith}
              value={other}
              choices={[IN_EPISODE, ...mine.map(({ number }) => number)]}
              nameOf={(number) => answerOf(number).name}
              onChoose={setOther}
            />
            <AnswerView answer={answerOf(other)} label={answerOf(other).name} />
          </section>
        </div>
        {shown !== null && <Difference before={answerOf(other)} now={answerByHand(shown)} />}
        <HandCallList
          calls={mine}
          shown={shown?.number ?? null}
          onShow={({ number }) => setChosen(number)}
          onUse={(made) => setUsed({ number: made.number, given: made.arguments })}
        />
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
/** The number of the call of the episode; manual calls are numbered from 1. */
const IN_EPISODE = 0

function AnswerView({ answer: { name, result }, label }: { readonly answer: Answer; readonly label: string }) {
  if (result === null) return <p className={controls.hint}>{words.notAnswered}</p>
  return (
    <>
      {label !== name && <p className={controls.hint}>{name}</p>}
      <CallResult name={label} result={result} />
    </>
  )
}

function Difference({ before, now }: { readonly before: Answer; readonly now: Answer }) {
  if (before.result === null || now.result === null) return null
  const isSame = JSON.stringify(before.value) === JSON.stringify(now.value)
  return (
    <>
      <p role="status" className={controls.hint}>
        {isSame ? words.same : words.other}
      </p>
      {!isSame && <LineDiff before={asText(before.value)} after={asText(now.value)} />}
    </>
  )
}
