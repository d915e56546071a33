import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../kit/Button'
import { Strip } from '../../kit/layout/Strip'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { type Lost, useConnection } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { isAnyUnsaved, useUnsaved } from '../../session/view/unsaved'
import { strings } from '../strings'
import controls from '../../kit/controls.module.css'
import styles from './ConnectionStrip.module.css'

/** Shown while the host is lost: counts down to the next attempt, with a button to retry now. */
export function ConnectionStrip() {
  const connection = useConnection((store) => store.connection)
  return connection.phase === 'lost' ? <LostStrip {...connection} /> : null
}

/** A short interruption ends within this number of attempts. */
const SHORT_LOSS_ATTEMPTS = 2

function LostStrip({ attempt, reason, retryAtMs, newAddress = null }: Lost) {
  const tryNow = useConnection((store) => store.tryNow)
  const turns = useEpisode(({ history }) => history.latest.turns.length)
  const isUnsaved = useUnsaved(isAnyUnsaved)
  const isTrying = retryAtMs === null
  const { noToken, otherToken, moved, openMoved, losesChanges, gone, goneAt, restarted } = strings.connection
  // Each start of the web shell has a new port and token, so this page cannot reconnect to it.
  const isWeb = useEpisodeList(({ appInfo }) => appInfo?.shell === 'web')
  const withLoss = (sentence: string) => (isUnsaved ? `${sentence} ${losesChanges}` : sentence)
  // The new address is not opened automatically, because this page may hold text that was not sent yet.
  if (newAddress !== null)
    return (
      <Strip text={withLoss(moved)}>
        <Button onClick={() => location.replace(newAddress + location.hash)}>{openMoved}</Button>
      </Strip>
    )
  const refusal = { no_token: withLoss(noToken), other_token: withLoss(otherToken), disconnected: null }[reason]
  return (
    <Strip
      text={
        refusal ?? (
          <>
            {/* The countdown is hidden from screen readers, because an alert is announced on every change. */}
            <VisuallyHidden>{turns > 0 ? goneAt(turns) : gone}</VisuallyHidden>
            <span aria-hidden>
              {isTrying ? (
                tryingAgain(turns, attempt)
              ) : (
                <Countdown turns={turns} attempt={attempt} retryAtMs={retryAtMs} />
              )}
            </span>
            {isWeb && attempt > SHORT_LOSS_ATTEMPTS && ` ${restarted}`}
          </>
        )
      }
    >
      {/* The host would refuse the same token again. */}
      {refusal === null ? (
        <Button aria-disabled={isTrying} onClick={isTrying ? undefined : tryNow}>
          {strings.connection.tryNow}
        </Button>
      ) : (
        <TokenForm />
      )}
    </Strip>
  )
}

/** Accepts the printed address or its token. */
function TokenForm() {
  const [text, setText] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const { token, connect, notAddress } = strings.connection
  const open = (event: FormEvent) => {
    event.preventDefault()
    const address = addressIn(text, location.href)
    setIsRefused(address === null)
    // The page removes the token from its address when it loads.
    if (address !== null) location.replace(address)
  }
  return (
    <form className={styles.token} onSubmit={open}>
      {isRefused && <p className={controls.error}>{notAddress}</p>}
      <input
        className={controls.input}
        aria-label={token}
        placeholder={token}
        aria-invalid={isRefused || undefined}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">{connect}</Button>
    </form>
  )
}

/**
 * The address of this page with the pasted token and the same episode. Null if the text has no token or names another
 * computer.
 */
export function addressIn(text: string, page: string): string | null {
  const pasted = text.trim()
  const url = URL.parse(pasted)
  const token = url === null ? pasted : url.searchParams.get('token')
  if (token === null || !/^[\w-]+$/.test(token)) return null
  const address = new URL(page)
  // The host listens on this computer only; only its port may have changed.
  if (url !== null && (url.protocol !== 'http:' || url.hostname !== address.hostname)) return null
  if (url !== null) address.port = url.port
  address.searchParams.set('token', token)
  return address.href
}

const tryingAgain = (turns: number, attempt: number) =>
  turns > 0 ? strings.connection.tryingAgainAt(turns, attempt) : strings.connection.tryingAgain(attempt)

function Countdown({
  turns,
  attempt,
  retryAtMs,
}: {
  readonly turns: number
  readonly attempt: number
  readonly retryAtMs: number
}) {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((retryAtMs - nowMs) / 1000))
  const { lost, lostAt } = strings.connection
  return turns > 0 ? lostAt(turns, seconds, attempt) : lost(seconds, attempt)
}
