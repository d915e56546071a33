import type { TurnAnnotation } from '@shared/episode/log/annotations'
import type { MemoryNote } from '@shared/episode/projections/memory-notes'
import { Empty } from '../../kit/text/Empty'
import { Button } from '../../kit/Button'
import styles from './world.module.css'
import { Prose } from '../../kit/text/Prose'
import { worldStrings } from './strings'
import { sessionStrings } from '../../session/strings'

const words = worldStrings.notes

interface NotesProps {
  /** The agent's notes up to the playhead. */
  readonly notes: readonly MemoryNote[]
  /** The log is not fully read, so there may be more. */
  readonly isPartial: boolean
  /** The agent's location. */
  readonly here: number | null
  /** The user's marks, with or without a note. */
  readonly own: readonly TurnAnnotation[]
  readonly onSelectTurn: (turn: number) => void
}

/**
 * Notes that the agent wrote with tools (those of this room first, newest first) and the user's marks, linked to turns.
 */
export function Notes({ notes, isPartial, here, own, onSelectTurn }: NotesProps) {
  const isHere = ({ location }: MemoryNote) => location !== null && location === here
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
                <Button look="link" className={styles.link} onClick={() => onSelectTurn(turn)}>
                  {second}
                </Button>
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
  /** The turn to link to; for a deleted note the turn that deleted it. */
  readonly turn: number
  readonly text: string
  readonly second: string
  readonly isDropped: boolean
}

function ownRow({ turn, note, bookmarked, isBreakpoint }: TurnAnnotation): Row {
  const marks = [...(bookmarked ? [words.bookmark] : []), ...(isBreakpoint ? [words.breakpoint] : [])]
  const name = sessionStrings.turnName(turn)
  return note === ''
    ? { turn, text: marks.join(', '), second: name, isDropped: false }
    : { turn, text: note, second: [name, ...marks].join(' · '), isDropped: false }
}

const noteRow = ({ about, text, turn, deletedIn }: MemoryNote): Row =>
  deletedIn === null
    ? { turn, text, second: words.written(about, turn), isDropped: false }
    : { turn: deletedIn, text, second: words.dropped(about, turn, deletedIn), isDropped: true }
