import { Check, CircleHelp, History, type LucideIcon, Pencil, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Author } from '@shared/episode/log/mind-events'
import type { MindNote, Objective, Reflection } from '@shared/episode/log/mind-state'
import type { Belief } from '@shared/episode/projections/beliefs'
import { IconButton } from '../../kit/IconButton'
import { useCanEditMind } from '../../session/episode/episode-status'
import { closeMindNote, closeMindObjective, editMindNote } from '../../session/host/mind-commands'
import { HelpIcon } from '../../turn/signs'
import { TurnChip } from '../../turn/turn-links'
import { MindEntryForm } from './MindEntryForm'
import { worldStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './world.module.css'

const words = worldStrings.mind

interface RowProps {
  readonly text: string
  readonly isClosed: boolean
  readonly by: Author
  readonly facts: readonly (string | null)[]
  readonly turns: readonly number[]
  readonly tools?: ReactNode
  readonly children?: ReactNode
}

/** A row of the mind. A closed entry is struck through. */
function Row({ text, isClosed, by, facts, turns, tools, children }: RowProps) {
  return (
    <li className={styles.row} data-closed={isClosed || undefined}>
      <div className={styles.head}>
        {isClosed ? <del className={styles.text}>{text}</del> : <p className={styles.text}>{text}</p>}
        {tools}
      </div>
      <p className={`${controls.hint} ${styles.facts}`}>
        {by === 'person' && <HelpIcon />}
        <span>{[words.by[by], ...facts].filter((fact) => fact !== null).join(' · ')}</span>
        {turns.map((turn) => (
          <TurnChip key={turn} turn={turn} />
        ))}
      </p>
      {children}
    </li>
  )
}

interface NoteRowProps {
  readonly note: MindNote
  /** The room of the note; null if it is the one at the playhead. */
  readonly room: string | null
  readonly belief: Belief | undefined
}

export function NoteRow({ note, room, belief }: NoteRowProps) {
  const { text, by, kind, lasts, turn, fromTurns, confirmedIn, closed } = note
  const turns = [...new Set([turn, ...fromTurns])].sort((a, b) => a - b)
  const canChange = useCanEditMind('note') && closed === null
  const [isEdited, setIsEdited] = useState(false)
  if (isEdited && canChange)
    return (
      <li>
        <MindEntryForm
          label={words.form.editNote}
          initial={text}
          onSave={(changed) => editMindNote(note, changed)}
          onClose={() => setIsEdited(false)}
        />
      </li>
    )
  return (
    <Row
      text={text}
      isClosed={closed !== null}
      by={by}
      facts={[words.kinds[kind], room, lasts === 'world' ? words.lasts : null]}
      turns={turns}
      tools={
        canChange && (
          <span className={styles.tools}>
            <IconButton icon={Pencil} label={words.form.edit(text)} isQuiet onClick={() => setIsEdited(true)} />
            <IconButton icon={X} label={words.form.retract(text)} isQuiet onClick={() => void closeMindNote(note.id)} />
          </span>
        )
      }
    >
      {confirmedIn.length > 0 && <Line label={words.confirmed} turns={confirmedIn} />}
      {closed && <Line label={words.closed[closed.why]} turns={[closed.turn]} />}
      {belief && <BeliefLine belief={belief} />}
    </Row>
  )
}

export function ObjectiveRow({ objective, room }: { readonly objective: Objective; readonly room: string | null }) {
  const { text, by, turn, check, closed } = objective
  const until = {
    visit: words.until.visit(room),
    hold: words.until.hold,
    score: check.kind === 'score' ? words.until.score(check.at_least) : null,
    none: null,
  }[check.kind]
  const canChange = useCanEditMind('objective') && closed === null
  return (
    <Row
      text={text}
      isClosed={closed !== null}
      by={by}
      facts={[until]}
      turns={[turn]}
      tools={
        canChange && (
          <span className={styles.tools}>
            <IconButton
              icon={Check}
              label={words.form.done(text)}
              isQuiet
              onClick={() => void closeMindObjective(objective.id)}
            />
          </span>
        )
      }
    >
      {closed && <Line label={words.ended[closed.how]} turns={[closed.evidenceTurn ?? closed.turn]} />}
    </Row>
  )
}

/** Maximum number of shown turns, the last ones, because a note may be confirmed hundreds of times. */
const MAX_TURNS = 4

function Line({ label, turns }: { readonly label: string; readonly turns: readonly number[] }) {
  return (
    <p className={`${controls.hint} ${styles.facts}`}>
      <span>{turns.length > MAX_TURNS ? words.times(label, turns.length) : label}</span>
      {turns.slice(-MAX_TURNS).map((turn, index) => (
        <TurnChip key={index} turn={turn} />
      ))}
    </p>
  )
}

interface ReflectionRowProps {
  readonly reflection: Reflection
}

/** The last reflection, with the actions to try next. */
export const ReflectionRow = ({ reflection: { cause, try_next: tries, turn } }: ReflectionRowProps) => (
  <Row
    text={cause}
    isClosed={false}
    by="reflector"
    facts={[tries.length > 0 ? words.toTry(tries.join(' · ')) : null]}
    turns={[turn]}
  />
)

const SIGNS: Readonly<Record<Belief['verdict'], LucideIcon>> = {
  right: Check,
  stale: History,
  never_true: X,
  unknowable: CircleHelp,
}

/** The verdict of the game's memory on a claim; the player does not see it. */
function BeliefLine({ belief: { verdict, since, truth, turn } }: { readonly belief: Belief }) {
  const Sign = SIGNS[verdict]
  return (
    <p className={`${controls.hint} ${styles.facts}`} data-verdict={verdict}>
      <Sign size={13} strokeWidth={2} aria-hidden className={styles.sign} />
      <span className={styles.verdict}>{words.verdict[verdict]}</span>
      {since !== undefined && (
        <>
          <span>{words.since}</span>
          <TurnChip turn={since} />
        </>
      )}
      {truth !== null && verdict !== 'right' && <span>{words.truth(truth)}</span>}
      <span>{words.checked}</span>
      <TurnChip turn={turn} />
    </p>
  )
}
