import { Fragment, type ReactNode } from 'react'
import { mapStrings } from '../strings'
import { DoorMark } from './links/LinkLayer'
import passages from './links/passages.module.css'
import styles from './MapDrawing.module.css'

const WIDTH = 40
const HEIGHT = 18
const MIDDLE = { x: WIDTH / 2, y: HEIGHT / 2, dx: 1, dy: 0 }

export const Legend = () => (
  <details className={styles.legend}>
    <summary className={styles.summary}>{mapStrings.legend}</summary>
    <div className={styles.groups} tabIndex={0} role="group" aria-label={mapStrings.legend}>
      <MapMarks />
    </div>
  </details>
)

/** All marks of the drawing, grouped by source. */
export const MapMarks = ({ heading = 'h3' }: { readonly heading?: Heading }) => (
  <>
    <Group title={mapStrings.legendOfAgent} marks={OF_THE_AGENT} heading={heading} />
    <Group title={mapStrings.legendOfGame} marks={OF_THE_GAME} heading={heading} />
    <Group title={mapStrings.legendOfReader} marks={OF_THE_READER} heading={heading} />
  </>
)

type Heading = 'h3' | 'h4' | 'h5'
type Mark = keyof typeof mapStrings.legendMarks
type Samples = Readonly<Partial<Record<Mark, ReactNode>>>

interface GroupProps {
  readonly title: string
  readonly marks: Samples
  readonly heading: Heading
}

const Group = ({ title, marks, heading: Heading }: GroupProps) => (
  <section>
    <Heading className={styles.title}>{title}</Heading>
    <dl className={styles.marks}>
      {Object.entries(marks).map(([mark, sample]) => (
        <Fragment key={mark}>
          <dt className={styles.sample} aria-hidden="true">
            {sample}
          </dt>
          <dd>{mapStrings.legendMarks[mark as Mark]}</dd>
        </Fragment>
      ))}
    </dl>
  </section>
)

const drawn = (children: ReactNode) => (
  <svg width={WIDTH} height={HEIGHT}>
    {children}
  </svg>
)
const line = <path className={passages.line} d={`M0 9H${WIDTH}`} />
const text = (x: number, y: number, letters: string) => (
  <text className={styles.text} x={x} y={y} dominantBaseline="central">
    {letters}
  </text>
)
const behind = (state: 'open' | 'closed' | 'locked') =>
  drawn(
    <>
      {line}
      <DoorMark place={state === 'locked' ? { ...MIDDLE, x: 12 } : MIDDLE} state={state} />
    </>,
  )
const box = (className: string | undefined, content?: ReactNode) => (
  <span className={`${styles.box} ${className ?? ''}`}>{content}</span>
)

const OF_THE_AGENT: Samples = {
  agent: box(styles.here, <span className={styles.agent} />),
  shade: <span className={styles.shades} />,
  trail: <span className={styles.trail} />,
  plain: drawn(line),
  bent: drawn(
    <>
      <path className={passages.line} d={`M2 16C2 4 ${WIDTH - 14} 14 ${WIDTH - 2} 2`} />
      {text(7, 13, 'n')}
      {text(WIDTH - 12, 12, 'w')}
    </>,
  ),
  arrow: drawn(
    <>
      {line}
      <path className={passages.arrow} d={`M${WIDTH} 9L${WIDTH - 10} 4L${WIDTH - 10} 14Z`} />
    </>,
  ),
  word: drawn(
    <>
      <path className={passages.line} d="M4 2V16" />
      {text(10, 9, 'up')}
    </>,
  ),
  reference: <span className={styles.reference}>{mapStrings.reference('n', '…')}</span>,
  loop: <span className={styles.word}>{mapStrings.loops('W', 0)}</span>,
  conditional: drawn(<path className={passages.line} data-conditional d={`M0 9H${WIDTH}`} />),
  start: <span className={styles.word}>{mapStrings.start}</span>,
  died: <span className={styles.word}>†</span>,
  things: <span className={styles.word}>lamp</span>,
  maze: box(styles.small, '(15)'),
}

const OF_THE_GAME: Samples = {
  untried: drawn(
    <>
      <path className={passages.stub} d="M2 9H18" />
      <text className={styles.text} x={26} y={9} dominantBaseline="central">
        ?
      </text>
    </>,
  ),
  openDoor: behind('open'),
  closedDoor: behind('closed'),
  lockedDoor: behind('locked'),
  dark: box(styles.dark),
}

const OF_THE_READER: Samples = {
  pin: box(undefined, <span className={styles.pin} />),
  lit: box(styles.lit),
  way: drawn(
    <>
      <path className={passages.way} d={`M0 9H${WIDTH}`} />
      {line}
    </>,
  ),
}
