import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { mapPair, type Pair, type Side, SIDES } from '@shared/episode/compare/pair'
import { ActionButton } from '../../commands/ActionButton'
import { inView } from '../../kit/layout/in-view'
import { Panel } from '../../kit/layout/Panel'
import { Empty } from '../../kit/text/Empty'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { hasNothingToShow, EpisodeContext, isFullyRead } from '../../session/episode/episode-store'
import { useView } from '../../session/view/view-store'
import { FilterChoice } from '../story/FilterChoice'
import { Fold } from '../story/page/Fold'
import type { StoryRow } from '../story/page/story-rows'
import { StoryRowArticle } from '../story/page/StoryRowArticle'
import { useStickToBottom } from '../story/page/use-stick-to-bottom'
import { type Cell, type PairRow, pairRows } from './pair-rows'
import { compareStrings as words } from './strings'
import { useBoth, useCompared, useOpen } from './use-compared'
import controls from '../../kit/controls.module.css'
import story from '../story/page/StoryPage.module.css'
import styles from './PairPage.module.css'

/** Both stories side by side from the first difference; the common turns are folded into one row. */
export function PairPage({ isPlayed }: { readonly isPlayed: Pair<boolean> }) {
  const { comparison, turn, isKnown, isLive } = useCompared()
  const states = useBoth(({ history }) => history.latest)
  const areCaughtUp = useBoth(({ caughtUp }) => caughtUp)
  const [isOpened, setIsOpened] = useState(false)
  const divergesAt = comparison.divergesAt ?? Infinity
  const isInside = turn !== null && turn < divergesAt && comparison.divergesAt !== null
  const isUnfolded = isOpened || isInside
  const all = useMemo(
    () =>
      pairRows(
        states,
        mapPair(areCaughtUp, (caughtUp, side) => caughtUp && !isPlayed[side]),
        { divergesAt, isUnfolded },
      ),
    [states, areCaughtUp, isPlayed, divergesAt, isUnfolded],
  )
  const hidesAhead = useView((view) => view.hidesAhead)
  const rows = hidesAhead && turn !== null ? all.filter((row) => row.turn <= turn) : all
  const differing = useMemo(() => new Set(comparison.differing), [comparison])
  return (
    <Panel name={words.stories} region="story" heading={<Heading />}>
      {isKnown ? (
        <Page
          rows={rows}
          turn={turn ?? 0}
          isLive={isLive}
          isUnfolded={isUnfolded}
          differing={differing}
          isPlayed={isPlayed}
          onFold={() => setIsOpened(!isUnfolded)}
        />
      ) : (
        <Empty>{words.reading}</Empty>
      )}
    </Panel>
  )
}

function Heading() {
  const { sides } = useOpen()
  const { comparison, isKnown } = useCompared()
  const isUnreadable = useBoth(hasNothingToShow)
  const areRead = useBoth(isFullyRead)
  const { divergesAt, differing, figures } = comparison
  const summary = () => {
    if (divergesAt === null) return words.allSame
    const { turns } = figures[figures.a.turns < figures.b.turns ? 'a' : 'b']
    // All turns of the shorter side are the same on the other side.
    if (divergesAt > turns && divergesAt > 0)
      return words.sameSoFar(figures.a.turns < figures.b.turns ? 'a' : 'b', turns)
    const where = divergesAt === 0 ? words.differentOpening : words.firstDifference(divergesAt)
    return `${where} · ${words.differing(differing.filter((turn) => turn > 0 && turn <= turns).length)}`
  }
  return (
    <>
      <h2 className={controls.caption}>{words.stories}</h2>
      {isKnown && !isUnreadable.a && !isUnreadable.b && (
        <p className={`${controls.cut} ${styles.parting}`} role="status" aria-busy={!(areRead.a && areRead.b)}>
          {summary()}
        </p>
      )}
      {isKnown && differing.length > 0 && (
        <>
          <ActionButton action="previousDifference" icon={ArrowUp} kind="quiet" />
          <ActionButton action="nextDifference" icon={ArrowDown} kind="quiet" />
        </>
      )}
      <EpisodeContext value={sides.a}>
        <FilterChoice />
      </EpisodeContext>
    </>
  )
}

interface PageProps {
  readonly rows: readonly PairRow[]
  readonly turn: number
  readonly isLive: boolean
  readonly isUnfolded: boolean
  readonly differing: ReadonlySet<number>
  readonly isPlayed: Pair<boolean>
  readonly onFold: () => void
}

function Page({ rows, turn, isLive, isUnfolded, differing, isPlayed, onFold }: PageProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEndRef = useRef(true)
  // oxlint-disable-next-line react/incompatible-library -- nothing is compiled here: every render reads it again
  const page = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    estimateSize: () => 200,
    overscan: 1,
    useScrollendEvent: true,
    paddingEnd: 32,
  })
  const indexOf = (of: number) => rows.findIndex((row) => row.kind !== 'fold' && row.turn === of)
  const isInSight = (index: number) => page.getVirtualItems().some((item) => item.index === index)
  const show = useEffectEvent((of: number) => {
    const index = indexOf(of)
    if (index >= 0) page.scrollToIndex(index, { align: isInSight(index) ? 'auto' : 'start' })
  })
  useStickToBottom(
    scroller,
    isAtEndRef,
    isLive,
    page.getTotalSize(),
    () => page.scrollToEnd(),
    () => show(turn),
  )
  useEffect(() => show(turn), [turn, isUnfolded])
  useEffect(() => {
    // The focused element was removed with its panel. Without `preventScroll`, a short window would scroll to the
    // story.
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={story.frame}>
      <div ref={scroller} className={story.scroller} tabIndex={0} data-first-stop>
        <div className={story.page} style={{ height: page.getTotalSize() }}>
          {inView(page, rows).map(({ row, index, key, start }) => (
            <div
              key={key}
              ref={page.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'fold' && <Fold text={words.same(row.turns)} isUnfolded={isUnfolded} onFold={onFold} />}
              {row.kind === 'shared' && <Shared row={row.row} />}
              {row.kind === 'pair' && (
                <PairCells
                  turn={row.turn}
                  cells={row.cells}
                  isHere={row.turn === turn}
                  differs={differing.has(row.turn)}
                  isPlayed={isPlayed}
                />
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Shared({ row }: { readonly row: StoryRow }) {
  const { sides } = useOpen()
  return (
    <div className={styles.shared}>
      <EpisodeContext value={sides.a}>
        <StoryRowArticle row={row} />
      </EpisodeContext>
    </div>
  )
}

interface PairCellsProps {
  readonly turn: number
  readonly cells: Pair<Cell>
  readonly isHere: boolean
  readonly differs: boolean
  readonly isPlayed: Pair<boolean>
}

function PairCells({ turn, cells, isHere, differs, isPlayed }: PairCellsProps) {
  const { sides } = useOpen()
  const hasBoth = cells.a.length > 0 && cells.b.length > 0
  return (
    <div className={styles.pair} data-here={isHere || undefined}>
      {SIDES.map((side) => (
        <div key={side} role="group" aria-label={words.letter(side)} className={styles.cell} data-side={side}>
          <EpisodeContext value={sides[side]}>
            {cells[side].map((row) => (
              <StoryRowArticle key={row.key} row={row} />
            ))}
            {cells[side].length === 0 && <Missing side={side} turn={turn} isPlayed={isPlayed[side]} />}
          </EpisodeContext>
        </div>
      ))}
      {hasBoth && (
        <span className={styles.sign} title={differs ? words.differs : words.isSame}>
          <span aria-hidden>{differs ? '≠' : '='}</span>
          <VisuallyHidden>{differs ? words.differs : words.isSame}</VisuallyHidden>
        </span>
      )}
    </div>
  )
}

/** Shown at the first turn that a side lacks. */
function Missing({ side, turn, isPlayed }: { readonly side: Side; readonly turn: number; readonly isPlayed: boolean }) {
  const { sides } = useOpen()
  const episode = sides[side].store.getState()
  const { turns, openTurn } = episode.history.latest
  if (hasNothingToShow(episode) || turn !== turns.length + (openTurn ? 2 : 1)) return null
  return <p className={styles.missing}>{isPlayed ? words.notYet(side) : words.noTurn(side, turn)}</p>
}
