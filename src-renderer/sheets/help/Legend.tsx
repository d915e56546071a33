import type { ReactNode } from 'react'
import { JUDGEMENTS, type Judgement } from '@shared/episode/projections/judgement'
import { MARKER_KINDS, type MarkerKind } from '@shared/episode/projections/markers'
import { Sheet } from '../../kit/overlay/Sheet'
import { MapMarks } from '../../panels/map/drawing/Legend'
import { MarkSigns } from '../../panels/marks/TurnMarks'
import {
  BookmarkFlag,
  BreakpointFlag,
  ForkSign,
  GapSign,
  HitSign,
  MarkerSign,
  START_SIGN,
} from '../../panels/timeline/lanes/rail-signs'
import { JUDGEMENT_SHAPES, JudgementIcon, MARKER_SHAPES } from '../../turn/signs'
import { turnStrings } from '../../turn/strings'
import { legendStrings as words } from './strings'
import styles from './Legend.module.css'

/** The marks of story, timeline, end card and map, drawn by the same components. */
export function Legend() {
  return (
    <div className={styles.legend}>
      <Group title={words.turns}>
        {MARKER_KINDS.map((kind) => (
          <Row key={kind} meaning={words.markers[kind]} where={placesOf(kind)}>
            <OnRail>
              <MarkerSign kind={kind} />
            </OnRail>
          </Row>
        ))}
        {JUDGEMENTS.filter((judgement) => !isMarker(judgement)).map((judgement) => (
          <Row key={judgement} meaning={turnStrings.judgement[judgement].meaning} where={['story', 'endCard']}>
            <JudgementIcon judgement={judgement} />
          </Row>
        ))}
      </Group>
      <Group title={words.yours}>
        <Row meaning={words.bookmark} where={['story']}>
          <MarkSigns annotation={{ ...NO_MARK, bookmarked: true }} />
        </Row>
        <Row meaning={words.note} where={['story']}>
          <MarkSigns annotation={{ ...NO_MARK, note: words.note }} />
        </Row>
        <Row meaning={words.bookmarkOrNote} where={['timeline']}>
          <OnRail>
            <g transform="translate(0 -4.5)">
              <BookmarkFlag />
            </g>
          </OnRail>
        </Row>
        <Row meaning={words.breakpoint} where={['story']}>
          <MarkSigns annotation={{ ...NO_MARK, isBreakpoint: true }} />
        </Row>
        <Row meaning={words.breakpoint} where={['timeline']}>
          <OnRail>
            <g transform="translate(0 -4)">
              <BreakpointFlag />
            </g>
          </OnRail>
        </Row>
      </Group>
      <Group title={words.onTimeline}>
        <Row meaning={words.hit}>
          <OnRail>
            <HitSign at={[[0, -2.5]]} />
          </OnRail>
        </Row>
        <Row meaning={words.gap}>
          <OnRail>
            <GapSign />
          </OnRail>
        </Row>
        <Row meaning={words.fork}>
          <ForkSign />
        </Row>
        <Row meaning={words.start}>{START_SIGN}</Row>
      </Group>
      <section>
        <h3>{words.onMap}</h3>
        <div className={styles.map}>
          <MapMarks />
        </div>
      </section>
    </div>
  )
}

export const LegendSheet = ({ onClose }: { readonly onClose: () => void }) => (
  <Sheet title={words.title} size="page" onClose={onClose}>
    <div className={styles.sheet}>
      <Legend />
    </div>
  </Sheet>
)

const NO_MARK = { bookmarked: false, isBreakpoint: false, note: '' }

type Where = keyof typeof words.where

const isMarker = (judgement: Judgement) => Object.values(MARKER_SHAPES).includes(JUDGEMENT_SHAPES[judgement])

/** Markers that the story or the end card shows, besides those that a judgement shares. */
const ALSO: Readonly<Partial<Record<MarkerKind, Where>>> = { help: 'story', won: 'endCard' }

function placesOf(kind: MarkerKind): readonly Where[] {
  const isJudged = Object.values(JUDGEMENT_SHAPES).includes(MARKER_SHAPES[kind])
  const also = ALSO[kind]
  return ['timeline', ...(isJudged ? (['story', 'endCard'] as const) : []), ...(also === undefined ? [] : [also])]
}

const Group = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    <dl className={styles.rows}>{children}</dl>
  </section>
)

interface RowProps {
  readonly meaning: string
  readonly where?: readonly Where[]
  readonly children: ReactNode
}

const Row = ({ meaning, where = [], children }: RowProps) => (
  <div className={styles.row}>
    <dt className={styles.sign} aria-hidden>
      {children}
    </dt>
    <dd>
      {meaning}
      {where.length > 0 && <span className={styles.where}>{where.map((place) => words.where[place]).join(', ')}</span>}
    </dd>
  </div>
)

const OnRail = ({ children }: { readonly children: ReactNode }) => (
  <svg viewBox="-7 -7 14 14" className={styles.drawing}>
    {children}
  </svg>
)
