import { NotebookText } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import type { TurnAnnotation } from '@shared/episode/log/annotations'
import type { FrozenKnowledge } from '@shared/episode/log/knowledge-schema'
import { isLive, type MindNote, type Objective, type Stuck } from '@shared/episode/log/mind-state'
import { latestBeliefs } from '@shared/episode/projections/beliefs'
import { memoryNotesOf, type MemoryNote } from '@shared/episode/projections/memory-notes'
import { latestObservation } from '@shared/episode/state/episode'
import { ActionButton } from '../../commands/ActionButton'
import { Button } from '../../kit/Button'
import { Empty } from '../../kit/text/Empty'
import { Prose } from '../../kit/text/Prose'
import { useAnnotations } from '../../session/episode/annotations'
import { goToTurn, useEpisode, useSettledState } from '../../session/episode/episode-store'
import { useLastVisibleTurn } from '../../session/episode/use-last-visible-turn'
import { sessionStrings } from '../../session/strings'
import { MARKER_SHAPES } from '../../turn/signs'
import { turnStrings } from '../../turn/strings'
import { TurnChip } from '../../turn/turn-links'
import { AddMindEntry } from './MindEntryForm'
import { NoteRow, ObjectiveRow, ReflectionRow } from './MindRows'
import { worldStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './world.module.css'

const { mind: words, notes: noteWords } = worldStrings

/**
 * The player's notes and objectives at the playhead with their verdicts, and the user's marks. Closed entries are
 * folded.
 */
export function MindTab() {
  const state = useSettledState(useEpisode(({ shown }) => shown))
  const { mind, objectives, turns, map } = state
  const beliefs = useMemo(() => latestBeliefs(turns), [turns])
  const recorded = useMemo(() => memoryNotesOf(state), [state])
  const lastShown = useLastVisibleTurn() ?? Infinity
  const own = useAnnotations().turns.filter(({ turn }) => turn <= lastShown)
  const isPartial = useEpisode(({ isOutline }) => isOutline)
  const known = state.manifest?.mind?.knowledge
  const here = latestObservation(state)?.location?.id ?? null
  const roomOf = (place: number | null) => (place === null ? null : (map.locations[place]?.name ?? null))

  if (mind.notes.length + objectives.length + mind.stuck.length + recorded.length + own.length === 0)
    return (
      <>
        <AddMindEntry />
        <Known known={known} place={here} />
        <Empty>{isPartial ? words.partial : words.empty}</Empty>
      </>
    )
  const objectiveRow = (objective: Objective) => {
    const { check } = objective
    const room = check.kind === 'visit' ? roomOf(check.location) : null
    return <ObjectiveRow key={objective.id} objective={objective} room={room} />
  }
  const noteRow = (note: MindNote) => (
    <NoteRow
      key={note.id}
      note={note}
      room={note.place === here ? null : roomOf(note.place)}
      belief={beliefs.get(note.id)}
    />
  )
  const live = mind.notes.filter(isLive).toReversed()
  const isHere = ({ place }: MindNote) => place !== null && place === here
  return (
    <>
      <StuckLine stuck={mind.stuck} />
      <AddMindEntry />
      <Known known={known} place={here} />
      <Section
        title={words.reflection}
        rows={mind.reflections.slice(-1).map((made) => (
          <ReflectionRow key={made.turn} reflection={made} />
        ))}
      />
      <Section title={words.objectives} rows={objectives.filter(isLive).toReversed().map(objectiveRow)} />
      <Closed of={words.closedObjectives} rows={closedRows(objectives).map(objectiveRow)} />
      <Section title={words.here} rows={live.filter(isHere).map(noteRow)} />
      <Section title={words.elsewhere} rows={live.filter((note) => !isHere(note)).map(noteRow)} />
      <Closed of={words.closedNotes} rows={closedRows(mind.notes).map(noteRow)} />
      {mind.rolesOff.map(({ turn, role, reason }) => (
        <p key={role} className={`${controls.hint} ${styles.roleOff}`}>
          <span>{words.roleOff(turnStrings.role[role])}</span> <TurnChip turn={turn} /> <span>{reason}</span>
        </p>
      ))}
      <Notes notes={recorded} isPartial={isPartial} here={here} own={own} onSelectTurn={goToTurn} />
    </>
  )
}

/** Knowledge from earlier episodes that is in the prompt of this turn; nothing at K0. */
function Known({ known, place }: { readonly known: FrozenKnowledge | undefined; readonly place: number | null }) {
  if (known === undefined) return null
  const here = known.places.find(({ id }) => id === place)?.text ?? ''
  const lines = [...linesOf(known.text), ...linesOf(here)]
  return (
    <details className={styles.closed}>
      <summary className={styles.fold}>{words.known(known.level, known.sha256.slice(0, 8), known.entries)}</summary>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line} className={styles.note} dir="auto">
            {line}
          </li>
        ))}
      </ul>
      <ActionButton action="knowledge" icon={NotebookText} kind="quiet" withLabel />
    </details>
  )
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [line.replace(/^- /, '')]))

/** Closed entries, most recent first. */
const closedRows = <Item extends MindNote | Objective>(items: readonly Item[]): readonly Item[] =>
  items.filter((item) => !isLive(item)).toSorted((a, b) => (b.closed?.turn ?? 0) - (a.closed?.turn ?? 0))

function Section({ title, rows }: { readonly title: string; readonly rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      <ul>{rows}</ul>
    </section>
  )
}

function Closed({ of, rows }: { readonly of: (count: number) => string; readonly rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null
  return (
    <details className={styles.closed}>
      <summary className={styles.fold}>{of(rows.length)}</summary>
      <ul>{rows}</ul>
    </details>
  )
}

/** The stuck level at the playhead, with its signals and turns; nothing while the player makes progress. */
function StuckLine({ stuck }: { readonly stuck: readonly Stuck[] }) {
  const now = stuck.at(-1)
  if (now === undefined || now.level === 0) return null
  const since = stuck[stuck.findLastIndex(({ level }) => level === 0) + 1] ?? now
  return (
    <section className={styles.stuck} aria-label={words.stuck.name}>
      <p className={styles.stuckTitle}>
        <svg className={styles.stuckSign} viewBox="-6 -6 12 12" aria-hidden>
          <path d={MARKER_SHAPES.stuck} />
        </svg>
        {words.stuck.level(now.level)}
        <span className={styles.since}>{words.since}</span>
        <TurnChip turn={since.turn} />
      </p>
      <p className={styles.signals}>
        <span>{now.signals.map((signal) => words.stuck.signals[signal]).join(', ')}</span>
        {now.evidence_turns.slice(-MAX_TURNS).map((turn, index) => (
          <TurnChip key={index} turn={turn} />
        ))}
      </p>
    </section>
  )
}

const MAX_TURNS = 6

interface NotesProps {
  readonly notes: readonly MemoryNote[]
  /** True while the log is not fully read and may contain more. */
  readonly isPartial: boolean
  readonly here: number | null
  /** The user's marks, with or without a note. */
  readonly own: readonly TurnAnnotation[]
  readonly onSelectTurn: (turn: number) => void
}

/**
 * Notes that the agent wrote with tools, and the user's marks, linked to turns. Notes about this room come first,
 * newest first.
 */
export function Notes({ notes, isPartial, here, own, onSelectTurn }: NotesProps) {
  const isHere = ({ location }: MemoryNote) => location !== null && location === here
  const groups = [
    { title: noteWords.here, rows: notes.filter(isHere).toReversed().map(noteRow) },
    {
      title: noteWords.elsewhere,
      rows: notes
        .filter((note) => !isHere(note))
        .toReversed()
        .map(noteRow),
    },
    {
      title: noteWords.own,
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
      {isPartial && <Empty>{noteWords.partial}</Empty>}
    </>
  )
}

interface Row {
  /** The linked turn; for a deleted note, the turn that deleted it. */
  readonly turn: number
  readonly text: string
  readonly second: string
  readonly isDropped: boolean
}

function ownRow({ turn, note, bookmarked, isBreakpoint }: TurnAnnotation): Row {
  const marks = [...(bookmarked ? [noteWords.bookmark] : []), ...(isBreakpoint ? [noteWords.breakpoint] : [])]
  const name = sessionStrings.turnName(turn)
  return note === ''
    ? { turn, text: marks.join(', '), second: name, isDropped: false }
    : { turn, text: note, second: [name, ...marks].join(' · '), isDropped: false }
}

const noteRow = ({ about, text, turn, deletedIn }: MemoryNote): Row =>
  deletedIn === null
    ? { turn, text, second: noteWords.written(about, turn), isDropped: false }
    : { turn: deletedIn, text, second: noteWords.dropped(about, turn, deletedIn), isDropped: true }
