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
import { Marked } from './Marked'
import { legendStrings as words } from './strings'
import styles from './Legend.module.css'

/** The marks of story, timeline, end card and map, drawn by the components that these use. */
export function Legend({ heading: Heading = 'h3' }: { readonly heading?: Heading }) {
  return (
    <div className={styles.legend}>
      <Group title={words.turns} heading={Heading}>
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
      <Group title={words.yours} heading={Heading}>
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
      <Group title={words.onTimeline} heading={Heading}>
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
      <section className={styles.group}>
        <Heading className={styles.title}>{words.onMap}</Heading>
        <div className={styles.map}>
          <MapMarks heading={Heading === 'h3' ? 'h4' : 'h5'} />
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

/** Markers that the story or the end card also shows, except those that a judgement shares. */
const ALSO: Readonly<Partial<Record<MarkerKind, Where>>> = { help: 'story', won: 'endCard' }

function placesOf(kind: MarkerKind): readonly Where[] {
  const isJudged = Object.values(JUDGEMENT_SHAPES).includes(MARKER_SHAPES[kind])
  const also = ALSO[kind]
  return ['timeline', ...(isJudged ? (['story', 'endCard'] as const) : []), ...(also === undefined ? [] : [also])]
}

type Heading = 'h3' | 'h4'

interface GroupProps {
  readonly title: string
  readonly heading: Heading
  readonly children: ReactNode
}

const Group = ({ title, heading: Heading, children }: GroupProps) => (
  <section className={styles.group}>
    <Heading className={styles.title}>{title}</Heading>
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
      <Marked text={meaning} />
      {where.length > 0 && <span className={styles.where}>{where.map((place) => words.where[place]).join(', ')}</span>}
    </dd>
  </div>
)

const OnRail = ({ children }: { readonly children: ReactNode }) => (
  <svg viewBox="-7 -7 14 14" className={styles.drawing}>
    {children}
  </svg>
)
