import type { ToolCall } from '@shared/episode/state/episode'
import { resultOf } from '@shared/episode/state/strings'
import type { ShellForm } from '@shared/contract/mcp'
import { isRecord } from '@shared/base/json/is-record'
import { HostButton, disabledProps } from '../../session/connection/HostButton'
import { useMemo } from 'react'
import { reachHost } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { setView } from '../../session/view/view-store'
import controls from '../../kit/controls.module.css'
import styles from './CallDetails.module.css'
import { asText, ownToolName } from './call-text'
import { eventsOfCall } from './call-events'
import { CopyButton } from '../text/CopyButton'
import { useHasServer } from './ServerActions'
import { turnStrings } from '../strings'

const words = turnStrings.call

const FORMS: readonly ShellForm[] = ['curl', 'inspector']

/** Longest arguments to edit or to pass to a shell, in characters of JSON. */
const LONGEST_ARGUMENTS = 100_000

interface CallActionsProps {
  readonly call: ToolCall
  readonly turn: number
}

/** Buttons that copy a call or run it again. */
export function CallActions({ call, turn }: CallActionsProps) {
  const isHere = useHasServer(call.serverName, turn)
  // A model may send arguments that are not an object; no tool accepts them.
  const given = call.arguments ?? {}
  const canRun = isHere && isRecord(given)
  const isLong = useMemo(() => asText(call.arguments).length > LONGEST_ARGUMENTS, [call.arguments])
  const write = async (form: ShellForm) => {
    const { serverName: server } = call
    if (!canRun) return ''
    return (await reachHost().writeMcpCall({ server, tool: ownToolName(call), arguments: given, form })).text
  }
  return (
    <div role="group" aria-label={words.actions} className={styles.actions}>
      {canRun && (
        <HostButton
          className={controls.button}
          onClick={() => setView({ dialog: 'callAgain', callToRepeat: { call, turn } })}
          {...(isLong && disabledProps(words.tooLong))}
        >
          {words.runAgain}
        </HostButton>
      )}
      <CopyButton label={words.copyCall} text={() => asText(wholeCall(call, turn))} />
      {canRun &&
        !isLong &&
        FORMS.map((form) => <CopyButton key={form} label={words.copyFor[form]} text={() => write(form)} />)}
    </div>
  )
}

function wholeCall(call: ToolCall, turn: number): Readonly<Record<string, unknown>> {
  const { history, shown } = useEpisode.getState()
  return {
    server: call.serverName,
    tool: ownToolName(call),
    arguments: call.arguments ?? null,
    result: resultOf(call) ?? null,
    status: call.status,
    turn,
    called_at: eventsOfCall(history, { turn, callId: call.callId, seq: shown.seq })[0]?.at ?? null,
    duration_ms: call.durationMs,
  }
}
