import { GitFork } from 'lucide-react'
import { formatAddress } from '../../session/episode/address'
import { useEpisode } from '../../session/episode/episode-store'
import { type Fork, useForksOfOpen, useOrigin } from '../../session/episode/forks'
import { sessionStrings } from '../../session/strings'
import { Popover } from '../../kit/Popover'
import { type Scale, xOf } from './axis'
import styles from './ForkMarks.module.css'
import { timelineStrings as words } from './strings'

/** As wide as a mark can be hit: forks that are closer share one. */
const MARK_WIDTH = 24

/** Where forks branch off this episode, each as the way to it, and where this one branched off another. */
export function ForkMarks({ scale }: { readonly scale: Scale }) {
  const forks = useForksOfOpen()
  const origin = useOrigin(useEpisode(({ history }) => history.latest.forkedFrom))
  const start = origin && xOf(scale, origin.turn)
  return (
    <>
      {origin && start !== null && isInSight(start, scale) && (
        <span className={styles.start} data-side={sideOf(start, scale)} style={{ insetInlineStart: start }}>
          {origin.isThere ? (
            <a
              className={styles.mark}
              href={formatAddress({ episodeId: origin.id, playhead: { turn: origin.turn, event: null } })}
              aria-label={words.begins(origin.name, origin.turn)}
              title={words.begins(origin.name, origin.turn)}
            >
              ↳
            </a>
          ) : (
            <span className={styles.mark} title={words.begins(origin.name, origin.turn)}>
              ↳
            </span>
          )}
        </span>
      )}
      {placed(forks, scale).map(({ x, forks: here }) => (
        <span key={here[0].id} className={styles.fork} data-side={sideOf(x, scale)} style={{ insetInlineStart: x }}>
          {here.length === 1 ? (
            <ForkLink fork={here[0]} isSign />
          ) : (
            <Popover
              id={`forks-${here[0].turn}`}
              name={words.forks(here.length)}
              className={styles.mark}
              face={
                <>
                  <GitFork size={13} strokeWidth={1.75} aria-hidden />
                  {here.length}
                </>
              }
            >
              <ul className={styles.list}>
                {here.map((fork) => (
                  <li key={fork.id}>
                    <ForkLink fork={fork} />
                  </li>
                ))}
              </ul>
            </Popover>
          )}
        </span>
      ))}
    </>
  )
}

function ForkLink({ fork, isSign = false }: { readonly fork: Fork; readonly isSign?: boolean }) {
  const name = sessionStrings.fork.named(fork.name, fork.turn)
  return (
    <a
      className={isSign ? styles.mark : undefined}
      href={formatAddress({ episodeId: fork.id, playhead: 'live' })}
      {...(isSign && { 'aria-label': name, title: name })}
    >
      {isSign ? <GitFork size={13} strokeWidth={1.75} aria-hidden /> : name}
    </a>
  )
}

const isInSight = (x: number, { width }: Scale) => x >= 0 && x <= width

/** A mark stays on the track. */
const sideOf = (x: number, { width }: Scale) => (x + MARK_WIDTH > width ? 'before' : 'after')

interface Place {
  readonly x: number
  readonly forks: readonly [Fork, ...Fork[]]
}

/** Those in sight; a fork that would lie over the mark before it is one of that. */
function placed(forks: readonly Fork[], scale: Scale): readonly Place[] {
  const places: Place[] = []
  for (const fork of forks) {
    const x = xOf(scale, Math.min(fork.turn, scale.last))
    if (!isInSight(x, scale)) continue
    const before = places.at(-1)
    if (before && x - before.x < MARK_WIDTH) places.splice(-1, 1, { ...before, forks: [...before.forks, fork] })
    else places.push({ x, forks: [fork] })
  }
  return places
}
