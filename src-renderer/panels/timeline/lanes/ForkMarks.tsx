import { inRem } from '../../../kit/browser/window-size'
import { Popover } from '../../../kit/overlay/Popover'
import { useEpisode } from '../../../session/episode/episode-store'
import { type Fork, useForksOfOpen } from '../../../session/episode/forks/fork-store'
import { formatAddress } from '../../../session/episode/links/address'
import { parentTitle, titleOf } from '../../../session/episodes/entry-title'
import { useEpisodeList } from '../../../session/episodes/episodes-store'
import { type Scale, xOf } from '../axis/axis'
import { timelineStrings as words } from '../strings'
import { ForkSign, START_SIGN } from './rail-signs'
import styles from './lanes.module.css'

/** Width of a mark's hit area. Forks that are closer to each other share a mark. */
const MARK_WIDTH = 24

/** Links to the forks of this episode, and to its parent. */
export function ForkMarks({ scale }: { readonly scale: Scale }) {
  const forks = useForksOfOpen()
  return (
    <>
      <ForkStart scale={scale} />
      {groupForks(forks, scale).map(({ x, forks: here }) => (
        <span
          key={here[0].entry.id}
          className={styles.fork}
          data-side={sideOf(x, scale)}
          style={{ insetInlineStart: inRem(x) }}
        >
          {here.length === 1 ? (
            <ForkLink fork={here[0]} isSign />
          ) : (
            <Popover
              id={`forks-${here[0].turn}`}
              name={words.forks(here.length)}
              className={styles.mark}
              face={
                <>
                  <ForkSign />
                  {here.length}
                </>
              }
            >
              <ul className={styles.list}>
                {here.map((fork) => (
                  <li key={fork.entry.id}>
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

/** The start of a fork, linked to its parent if the parent still exists. */
function ForkStart({ scale }: { readonly scale: Scale }) {
  const forkedFrom = useEpisode(({ history }) => history.latest.forkedFrom)
  const parent = useEpisodeList(({ entries }) => entries.get(forkedFrom?.episodeId ?? ''))
  if (forkedFrom === null) return null
  const { episodeId, turn } = forkedFrom
  const x = xOf(scale, turn)
  if (!isInSight(x, scale)) return null
  const name = words.begins(parentTitle(parent), turn)
  return (
    <span className={styles.start} data-side={sideOf(x, scale)} style={{ insetInlineStart: inRem(x) }}>
      {parent ? (
        <a
          className={styles.mark}
          href={formatAddress({ episodeId, playhead: { turn, event: null } })}
          aria-label={name}
          title={name}
        >
          {START_SIGN}
        </a>
      ) : (
        <span className={styles.mark} title={name}>
          {START_SIGN}
        </span>
      )}
    </span>
  )
}

function ForkLink({ fork, isSign = false }: { readonly fork: Fork; readonly isSign?: boolean }) {
  const name = words.fork(titleOf(fork.entry), fork.turn)
  return (
    <a
      className={isSign ? styles.mark : undefined}
      href={formatAddress({ episodeId: fork.entry.id, playhead: 'live' })}
      {...(isSign && { 'aria-label': name, title: name })}
    >
      {isSign ? <ForkSign /> : name}
    </a>
  )
}

const isInSight = (x: number, { width }: Scale) => x >= 0 && x <= width

/** The side of the line on which the mark has room on the track. */
const sideOf = (x: number, { width }: Scale) => (x + MARK_WIDTH > width ? 'before' : 'after')

interface ForkGroup {
  readonly x: number
  readonly forks: readonly [Fork, ...Fork[]]
}

/** Groups visible forks. A fork whose mark would overlap the previous mark joins that mark. */
function groupForks(forks: readonly Fork[], scale: Scale): readonly ForkGroup[] {
  const groups: ForkGroup[] = []
  for (const fork of forks) {
    const x = xOf(scale, Math.min(fork.turn, scale.last))
    if (!isInSight(x, scale)) continue
    const before = groups.at(-1)
    if (before && x - before.x < MARK_WIDTH) groups.splice(-1, 1, { ...before, forks: [...before.forks, fork] })
    else groups.push({ x, forks: [fork] })
  }
  return groups
}
