import { useMemo } from 'react'
import { cutText } from '@shared/base/whole-characters'
import type { Author } from '@shared/episode/log/mind-events'
import { hintsFor } from '@shared/episode/projections/help'
import { memoryNotesOf } from '@shared/episode/projections/memory-notes'
import { concludingStep, thinkingOf, type ThinkingStep, thoughtOf } from '@shared/episode/projections/thoughts'
import { matchesIn } from '@shared/episode/search/find'
import { mindOfTurn, notePart, objectivePart } from '@shared/episode/search/mind-texts'
import type { Turn } from '@shared/episode/state/episode'
import { useEpisode } from '../../../session/episode/episode-store'
import { useStoryFilter } from '../../../session/episode/story-filter-here'
import { useFind } from '../../../session/find/find-store'
import type { StoryKind } from '../../../session/view/story-filter'
import { foldCalls } from '../../../turn/calls/call-text'
import { CallLine } from '../../../turn/calls/CallLine'
import { ProblemLines } from '../../../turn/calls/ServerActions'
import { modelCallId, RequestLine } from '../../../turn/RequestLine'
import { turnStrings } from '../../../turn/strings'
import { ThoughtText } from '../../../turn/text/ThoughtText'
import { storyStrings } from '../strings'
import styles from './turn.module.css'

const INSIDE: readonly StoryKind[] = ['thoughts', 'calls', 'requests', 'problems', 'notes']

/** Details of a turn that the story filter shows: conclusion, notes, requests, tool calls, mind, problems. */
export function TurnDetails({ turn }: { readonly turn: Turn }) {
  const { kinds } = useStoryFilter()
  const shows = (kind: StoryKind) => kinds.includes(kind)
  if (!INSIDE.some(shows)) return null
  return (
    <div className={styles.details}>
      {shows('thoughts') && <Thinking turn={turn} />}
      {shows('thoughts') && turn.foreknown && turn.foreknown.length > 0 && (
        <ThoughtText label={storyStrings.foreknown} text={turn.foreknown.join(', ')} />
      )}
      {shows('notes') &&
        memoryNotesOf({ turns: [turn], openTurn: null, opening: null }).map(({ about, text }, index) => (
          <ThoughtText key={index} label={storyStrings.noted(about)} text={text} />
        ))}
      {shows('requests') && turn.observation?.undisguised && (
        <ThoughtText
          label={storyStrings.undisguised(turn.observation.undisguised.action ?? '')}
          text={turn.observation.undisguised.text.trim()}
        />
      )}
      {shows('requests') &&
        [...turn.iterations, ...(turn.helperCalls ?? [])].map((call) => (
          <RequestLine key={modelCallId(call)} call={call} turn={turn.number} />
        ))}
      {shows('calls') &&
        callsOf(turn, shows('thoughts')).map(({ call, times }) => (
          <CallLine key={call.callId} call={call} turn={turn.number} times={times} />
        ))}
      {shows('notes') && <MindLines turn={turn.number} />}
      {shows('problems') && <ProblemLines turn={turn} />}
    </div>
  )
}

/** Notes and objectives of the turn, by any author. */
function MindLines({ turn }: { readonly turn: number }) {
  const mind = useEpisode(({ history }) => history.latest.mind)
  const objectives = useEpisode(({ history }) => history.latest.objectives)
  const { notes, objectives: aims } = mindOfTurn({ mind, objectives }, turn)
  const toneOf = (by: Author) => (by === 'person' ? 'help' : 'model')
  return (
    <>
      {notes.map((note) => (
        <ThoughtText
          key={note.id}
          label={turnStrings.noted[note.by]}
          text={note.text}
          tone={toneOf(note.by)}
          field="mind"
          part={notePart(note)}
        />
      ))}
      {aims.map((objective) => (
        <ThoughtText
          key={objective.id}
          label={turnStrings.aimed[objective.by]}
          text={objective.text}
          tone={toneOf(objective.by)}
          field="mind"
          part={objectivePart(objective)}
        />
      ))}
    </>
  )
}

/** The conclusion, and the other steps that contain search hits. */
function Thinking({ turn }: { readonly turn: Turn }) {
  const pattern = useFind(({ finder }) => finder?.patterns.thought)
  const steps = thinkingOf(turn)
  const conclusion = concludingStep(steps)
  const reason = turn.action?.reasoning
  const nonEmpty = steps.filter(({ text }) => text !== '')
  return (
    <>
      {nonEmpty.map(
        (step, index) =>
          (step === conclusion || isFound(step.text, pattern)) && (
            <ThoughtText
              key={index}
              label={step === conclusion ? turnStrings.conclusion : labelOf(step)}
              text={step.text}
              tone={step === conclusion || step.kind === 'thought' ? 'thought' : 'model'}
              part={String(index)}
            />
          ),
      )}
      {reason && (conclusion === undefined || isFound(reason, pattern)) && (
        <ThoughtText label={turnStrings.reasonForAction} text={reason} part={String(nonEmpty.length)} />
      )}
    </>
  )
}

const labelOf = (step: ThinkingStep): string =>
  step.kind === 'thought' ? turnStrings.thoughtOf(step.number, step.total) : turnStrings.modelReasoning

const isFound = (text: string, pattern: RegExp | undefined): boolean =>
  pattern !== undefined && matchesIn(text, pattern).length > 0

/** The tool calls of a turn. Calls that record thoughts are omitted if thoughts are shown. */
const callsOf = ({ iterations }: Turn, showsThoughts: boolean) =>
  foldCalls(iterations.flatMap(({ toolCalls }) => toolCalls)).filter(
    ({ call }) => !showsThoughts || thoughtOf(call) === null,
  )

/** Maximum number of shown characters of an attached text; the request contains all of it. */
const LONGEST_SHOWN = 500

/** Hints by a person that were in the prompt of a turn. */
export function TurnHints({ turn }: { readonly turn: number }) {
  const hints = useEpisode(({ history }) => history.latest.hints)
  const own = useMemo(() => hintsFor({ hints }, turn), [hints, turn])
  return own.map(({ text, source }, index) => (
    <ThoughtText
      key={index}
      label={turnStrings.hint(source)}
      text={source?.kind === 'resource' ? cutText(text, LONGEST_SHOWN) : text}
      tone="help"
    />
  ))
}
