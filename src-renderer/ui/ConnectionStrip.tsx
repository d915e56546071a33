import { useEffect, useState } from 'react'
import { type Connection, useConnection } from '../store/connection-store'
import { useEpisode } from '../store/episode-store'
import controls from './controls.module.css'
import { Strip } from './Strip'
import { strings } from './strings'

/** Says that the host is lost, counts down to the next attempt and offers it now. Nothing while connected. */
export function ConnectionStrip() {
  const connection = useConnection((store) => store.connection)
  return connection.phase === 'lost' ? <LostStrip key={connection.retryAtMs} {...connection} /> : null
}

function LostStrip({ attempt, reason, retryAtMs }: Extract<Connection, { phase: 'lost' }>) {
  const tryNow = useConnection((store) => store.tryNow)
  const turns = useEpisode(({ history }) => history.latest.turns.length)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((retryAtMs - nowMs) / 1000))
  const { noToken, lost, lostAt } = strings.connection
  const sentence = reason === 'no_token' ? noToken : turns > 0 ? lostAt(turns, seconds, attempt) : lost(seconds, attempt)
  return (
    <Strip text={sentence}>
      <button type="button" className={controls.button} onClick={tryNow}>{strings.connection.tryNow}</button>
    </Strip>
  )
}
