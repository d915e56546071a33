import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { parseJson } from '@shared/base/json/bound-json'
import { isRecord } from '@shared/base/json/is-record'
import type { McpAppBatch } from '@shared/contract/mcp-apps'
import type { ToolCall } from '@shared/episode/state/episode'
import { NO_DOMAINS, viewAddress } from '@shared/mcp/apps/view-policy'
import { Button } from '../../kit/Button'
import { Check } from '../../kit/form/fields'
import { reachHost, refusalOf } from '../../session/connection/connection-store'
import { HostButton } from '../../session/connection/HostButton'
import { viewStrings as words } from './strings'
import { relayView } from './view-relay'
import controls from '../../kit/controls.module.css'
import styles from './app-view.module.css'

interface AppViewProps {
  readonly call: ToolCall
  /** The tool's name on its server. */
  readonly tool: string
  /** The `ui://` resource of the view. */
  readonly view: string
}

/** A tool's user interface beside its call (MCP Apps). It is fetched only when the person requests it. */
export function AppView(props: AppViewProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.view}>
      <div>
        <HostButton className={controls.button} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? words.hide : words.show}
        </HostButton>
      </div>
      {isOpen && <OpenView {...props} />}
    </div>
  )
}

const DEFAULT_HEIGHT = 240

function OpenView({ call, tool, view }: AppViewProps) {
  const [mayCall, setMayCall] = useState(false)
  const [mayConnect, setMayConnect] = useState(false)
  const [run, setRun] = useState(0)
  const [flooded, setFlooded] = useState(false)
  const { batch, refusal, send, listen } = useApp({ call, tool, view }, mayCall, `${run} ${mayConnect}`)
  const { html = null, domains = NO_DOMAINS, error = null, height = null, calls = 0 } = batch ?? {}
  const wanted = [...domains.connect, ...domains.load]
  const failure = refusal ?? (error === null ? null : words.ended(error))
  const isShown = html !== null && batch?.state !== 'ended' && failure === null && !flooded
  return (
    <section className={styles.open} aria-label={words.frame(tool, call.serverName)}>
      <p className={controls.hint}>{words.hint}</p>
      {html === null && failure === null && <p role="status">{words.loading}</p>}
      {failure !== null && (
        <p role="alert" className={controls.error}>
          {failure}
        </p>
      )}
      {flooded && (
        <div role="alert">
          <p className={controls.error}>{words.stopped}</p>
          <Button
            onClick={() => {
              setFlooded(false)
              setRun(run + 1)
            }}
          >
            {words.restart}
          </Button>
        </div>
      )}
      {isShown && (
        <ViewFrame
          key={batch?.id}
          title={words.frame(tool, call.serverName)}
          html={html}
          address={viewAddress(mayConnect ? domains : NO_DOMAINS)}
          height={height ?? DEFAULT_HEIGHT}
          listen={listen}
          onMessage={send}
          onFlood={() => setFlooded(true)}
        />
      )}
      <div className={styles.choices}>
        <Check label={words.mayCall} isOn={mayCall} onSwitch={setMayCall} role="switch" />
        {mayCall && (
          <p className={controls.hint} role="status">
            {calls > 0 ? words.calls(calls) : words.mayCallHint}
          </p>
        )}
        {wanted.length > 0 && (
          <Check label={words.mayConnect(wanted)} isOn={mayConnect} onSwitch={setMayConnect} role="switch" />
        )}
      </div>
    </section>
  )
}

/** The session of a view. A change of `run` or `mayCall` opens a new session. */
function useApp({ call, tool, view }: AppViewProps, mayCall: boolean, run: string) {
  const [batch, setBatch] = useState<McpAppBatch | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const listener = useRef<((message: unknown) => void) | null>(null)
  /** Messages received before the frame existed. */
  const waiting = useRef<unknown[]>([])
  const isAnswered = call.durationMs !== null
  const result = isAnswered ? { content: call.result, isError: call.status !== 'ok' } : null
  const open = useEffectEvent((signal: AbortSignal) =>
    reachHost().openMcpApp(
      {
        server: call.serverName,
        tool,
        view,
        arguments: isRecord(call.arguments) ? call.arguments : {},
        result,
        mayCall,
        theme: document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
      },
      signal,
    ),
  )
  useEffect(() => {
    const abort = new AbortController()
    waiting.current = []
    const follow = async () => {
      for await (const next of open(abort.signal)) {
        if (abort.signal.aborted) return
        setBatch(next)
        for (const message of next.messages) {
          const data = parseJson(message)
          if (listener.current) listener.current(data)
          else waiting.current.push(data)
        }
      }
    }
    follow().catch((error: unknown) => {
      if (!abort.signal.aborted) setRefusal(refusalOf(error))
    })
    return () => {
      abort.abort()
      setBatch(null)
      setRefusal(null)
    }
  }, [run, mayCall])

  const id = batch?.id
  const tell = useEffectEvent((app: string) => {
    // A failure is ignored, because the view may already be closed.
    if (result !== null)
      reachHost()
        .tellMcpApp({ app, result })
        .catch(() => {})
  })
  const wasAnswered = useRef(isAnswered)
  useEffect(() => {
    if (id !== undefined && isAnswered && !wasAnswered.current) tell(id)
    wasAnswered.current = isAnswered
  }, [id, isAnswered])

  return {
    batch,
    refusal,
    // A message that the host refuses has no answer, so the failure is ignored.
    send: (message: string) =>
      void (
        id !== undefined &&
        reachHost()
          .sendToMcpApp({ app: id, message })
          .catch(() => {})
      ),
    listen: (next: ((message: unknown) => void) | null) => {
      listener.current = next
      if (next) for (const message of waiting.current.splice(0)) next(message)
    },
  }
}

interface ViewFrameProps {
  readonly title: string
  readonly html: string
  readonly address: string
  readonly height: number
  /** Sets the receiver of messages for the view; null for none. */
  readonly listen: (listener: ((message: unknown) => void) | null) => void
  readonly onMessage: (json: string) => void
  readonly onFlood: () => void
}

/** The frame has an opaque origin and the policy of its document, see src-shared/mcp/apps/view-policy.ts. */
function ViewFrame({ title, html, address, height, listen, onMessage, onFlood }: ViewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const receive = useEffectEvent(onMessage)
  const flood = useEffectEvent(onFlood)
  const setListener = useEffectEvent(listen)
  useEffect(() => {
    const { current } = frame
    if (current === null) return undefined
    // The origin is opaque, so no other target origin can be given.
    setListener((message) => current.contentWindow?.postMessage(message, '*'))
    const stop = relayView({ frame: current, html, onMessage: receive, onFlood: flood })
    current.src = address
    return () => {
      stop()
      setListener(null)
    }
  }, [html, address])
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={title}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      height={height}
    />
  )
}
