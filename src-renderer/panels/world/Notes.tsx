import type { TurnAnnotation } from '@shared/episode/log/annotations'
import type { Note } from '@shared/episode/projections/notes'
import { Empty } from '../../kit/text/Empty'
import controls from '../../kit/controls.module.css'
import styles from './Lists.module.css'
import { Prose } from '../../kit/text/Prose'
import { placeStrings } from './strings'
import { sessionStrings } from '../../session/strings'

const words = placeStrings.notes

interface NotesProps {
  /** What the agent wrote, up to the playhead. */
  readonly notes: readonly Note[]
  /** There may be others: not all turns have been read whole. */
  readonly isPartial: boolean
  /** The location that the agent is in. */
  readonly here: number | null
  /** What the reader marked, with a note or without. */
  readonly own: readonly TurnAnnotation[]
  readonly onSelectTurn: (turn: number) => void
}

/**
 * What the agent wrote down, first of all here, the newest first; apart from that what the reader did. Each leads to
 * its turn.
 */
export function Notes({ notes, isPartial, here, own, onSelectTurn }: NotesProps) {
  const isHere = ({ location }: Note) => location !== null && location === here
  const groups = [
    { title: words.here, rows: notes.filter(isHere).toReversed().map(noteRow) },
    {
      title: words.elsewhere,
      rows: notes
        .filter((note) => !isHere(note))
        .toReversed()
        .map(noteRow),
    },
    {
      title: words.own,
      rows: own.map(ownRow),
    },
  ]
  const sections = groups.map(
    ({ title, rows }) =>
      rows.length > 0 && (
        <section key={title} className={styles.section}>
          <h3 className={styles.title}>{title}</h3>
          <ul>
            {rows.map(({ turn, text, second, isDropped }, index) => (
              <li key={index} className={styles.note}>
                {isDropped ? (
                  <del className={styles.dropped}>
                    <Prose text={text} />
                  </del>
                ) : (
                  <Prose text={text} />
                )}
                <button type="button" className={`${controls.link} ${styles.link}`} onClick={() => onSelectTurn(turn)}>
                  {second}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ),
  )
  return (
    <>
      {sections}
      {isPartial && <Empty>{words.partial}</Empty>}
    </>
  )
}

interface Row {
  /** Where it leads: of a note that was taken back, to where that was. */
  readonly turn: number
  readonly text: string
  readonly second: string
  readonly isDropped: boolean
}

/** A mark stands where a note would, or behind the turn of one. */
function ownRow({ turn, note, bookmarked, isBreakpoint }: TurnAnnotation): Row {
  const marks = [...(bookmarked ? [words.bookmark] : []), ...(isBreakpoint ? [words.breakpoint] : [])]
  const name = sessionStrings.turnName(turn)
  return note === ''
    ? { turn, text: marks.join(', '), second: name, isDropped: false }
    : { turn, text: note, second: [name, ...marks].join(' · '), isDropped: false }
}

const noteRow = ({ about, text, turn, droppedIn }: Note): Row =>
  droppedIn === null
    ? { turn, text, second: words.written(about, turn), isDropped: false }
    : { turn: droppedIn, text, second: words.dropped(about, turn, droppedIn), isDropped: true }
