import { ArrowRightToLine, GitFork, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { turnToEnter, whyNotAgain } from '@shared/episode/projections/help'
import { type Hint, latestObservation } from '@shared/episode/state/episode'
import { traitsOf, readsHints } from '@shared/episode/state/players'
import { ActionButton } from '../../commands/ActionButton'
import { typedKey } from '../../kit/form/typed-key'
import { isMac } from '../../kit/text/KeyName'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { HostButton } from '../../session/connection/HostButton'
import { useAgentState } from '../../session/episode/episode-status'
import { type OpenEpisode, useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { giveHint, submitAction, withdrawHint } from '../../session/host/episode-commands'
import { LineForm } from './LineForm'
import { commandStrings as words } from './strings'
import { type LineText, useKnownWords, usePastActions, useLine } from './use-line'
import controls from '../../kit/controls.module.css'
import styles from './LineForm.module.css'

/** The command line of a running episode: for a person's actions, or for help to an agent. */
export function ActionLine() {
  const agent = useAgentState()
  const id = useEpisode((episode) => episode.id)
  const isHuman = useEpisode(({ history }) => traitsOf(history.latest).isPerson)
  if ((agent !== 'running' && agent !== 'paused') || id === null) return null
  return isHuman ? <PersonLine key={id} episodeId={id} /> : <HelpLine key={id} episodeId={id} />
}

function PersonLine({ episodeId }: { readonly episodeId: string }) {
  const known = useKnownWords(episodeId, true)
  const past = usePastActions()
  const next = useEpisode(({ history }) => history.latest.turns.length + 1)
  const latest = useEpisode(({ history }) => latestObservation(history.latest))
  const isAwaited = useEpisode(awaitsAction)
  const isKey = latest?.input === 'char'
  const line = useLine(past, known, isKey)
  const { refusal, give } = useGiving(line)
  const text = line.text.trim()
  /**
   * An action that was entered before the story answered. It is sent after the answer, unless the user changes the
   * text.
   */
  const [queued, setQueued] = useState<string | null>(null)
  const isQueued = queued !== null && queued === text
  const send = () => {
    if (text === '' && !(isKey && isAwaited)) return
    const { history } = useEpisode.getState()
    if (!awaitsAction({ history })) return setQueued(text)
    // The action is valid for this turn only, because another window may play the turn first.
    const turn = turnToEnter(history.latest)
    useEpisode.getState().movePlayhead('live')
    setQueued(null)
    give(text, (action) => submitAction(episodeId, action, turn))
  }
  const sendQueued = useEffectEvent(send)
  useEffect(() => {
    if (!isQueued) return undefined
    const stop = useEpisode.subscribe((episode) => {
      if (!awaitsAction(episode)) return
      stop()
      sendQueued()
    })
    return stop
  }, [isQueued])
  const hint = isAwaited ? words.hint : words.waiting
  const whileWaiting = isQueued ? words.queued : ''
  return (
    <>
      <LineForm
        line={isQueued ? { ...line, completions: [] } : line}
        label={words.label}
        placeholder={isKey ? words.key : words.placeholder}
        hint={isQueued ? words.queued : hint}
        refusal={refusal}
        hasFocus
        onSend={send}
      >
        <HostButton type="submit" className={controls.button} aria-disabled={isQueued || undefined}>
          {words.send}
        </HostButton>
      </LineForm>
      <VisuallyHidden>
        <span role="status">{isAwaited ? words.announce(latest?.text ?? '', next) : whileWaiting}</span>
      </VisuallyHidden>
    </>
  )
}

const awaitsAction = ({ history }: Pick<OpenEpisode, 'history'>) => history.latest.openTurn?.action === null

/**
 * Help for an agent: an action for its next turn, or a hint. While the playhead is in the past, offers to go to the end
 * or to fork.
 */
function HelpLine({ episodeId }: { readonly episodeId: string }) {
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  const [isUsed, setIsUsed] = useState(false)
  const known = useKnownWords(episodeId, isUsed)
  const turn = useEpisode(({ history }) => turnToEnter(history.latest))
  const isPaused = useEpisode(({ history }) => history.latest.control.mode === 'paused')
  const takesHints = useEpisode(({ history }) => readsHints(history.latest))
  const mayAnswerAgain = useEpisode(({ history }) => whyNotAgain(history.latest) === null)
  const isKey = useEpisode(({ history }) => latestObservation(history.latest)?.input === 'char')
  const line = useLine(usePastActions(), known, isKey)
  const { refusal, setRefusal, give } = useGiving(line)
  const text = asTyped(line.text)
  const isEmpty = text === '' || undefined
  // A running agent may play the turn first: the action is then the next one. In a paused episode only another window
  // can play the turn, and the action is for this turn only.
  const play = () => text !== '' && give(text, (action) => submitAction(episodeId, action, isPaused ? turn : undefined))
  const suggest = () => text !== '' && give(text, (hint) => giveHint(episodeId, hint))
  const takeBack = async (hint: Hint) => {
    const reason = await withdrawHint(episodeId, hint)
    setRefusal(reason)
    // A hint from an MCP resource was not typed, so its text is not restored.
    if (reason === null && hint.source === undefined) line.restore(hint.text)
  }
  // The typed text is kept while the playhead is in the past.
  if (!isLive) return <PastLine />
  return (
    <LineForm
      line={{ ...line, type: (text) => (setIsUsed(true), line.type(text)) }}
      label={words.actionOf(turn)}
      placeholder={isKey ? words.key : words.actionOf(turn)}
      hint={
        <Hints turn={turn} isPaused={isPaused} takesHints={takesHints} onWithdraw={(hint) => void takeBack(hint)} />
      }
      besideHint={
        mayAnswerAgain && (
          <ActionButton action="answerAgain" icon={RotateCcw} kind="quiet" withLabel className={styles.again} />
        )
      }
      refusal={refusal}
      isQuiet
      onSend={play}
      onKey={(event) => {
        const isSuggest = typedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)
        if (isSuggest && takesHints) suggest()
        else if (isSuggest) setRefusal(words.noHints)
        return isSuggest
      }}
    >
      <HostButton type="submit" className={controls.button} aria-disabled={isEmpty}>
        {words.play}
      </HostButton>
      {takesHints && (
        <HostButton
          className={controls.button}
          aria-disabled={isEmpty}
          title={words.suggestKey(isMac())}
          onClick={suggest}
        >
          {words.suggest}
        </HostButton>
      )}
    </LineForm>
  )
}

/** Sends the text of a line to the host. Refused text returns to the line. */
function useGiving(line: LineText) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const give = (text: string, command: (text: string) => Promise<string | null>) => {
    line.type('')
    setRefusal(null)
    void command(text).then((reason) => {
      if (reason === null) return
      setRefusal(words.refused(text, reason))
      line.restore(text)
    })
  }
  return { refusal, setRefusal, give }
}

interface HintsProps {
  readonly turn: number
  readonly isPaused: boolean
  readonly takesHints: boolean
  readonly onWithdraw: (hint: Hint) => void
}

/** Hints that the agent has not read yet; if there are none, an explanation of the keys. */
function Hints({ turn, isPaused, takesHints, onWithdraw }: HintsProps) {
  const hints = useEpisode(({ history }) => history.latest.hints)
  const waiting = hints.filter((hint) => hint.turn >= turn)
  return (
    <>
      <span role="status">
        {waiting.map((hint, index) => (
          <span key={index} className={styles.waiting}>
            <span className={controls.cut} title={hint.text}>
              {words.suggested(hint)}
            </span>
            <HostButton look="quiet" className={styles.withdraw} onClick={() => onWithdraw(hint)}>
              {words.withdraw}
            </HostButton>
          </span>
        ))}
      </span>
      {waiting.length === 0 && words.helpHint(isPaused, takesHints ? words.suggestKey(isMac()) : null)}
    </>
  )
}

function PastLine() {
  const seen = useEpisode(({ history, playhead }) => turnOf(history, playhead))
  const next = useEpisode(({ history }) => turnToEnter(history.latest))
  return (
    <div className={styles.past}>
      <p>{words.past(seen, next)}</p>
      <ActionButton action="live" icon={ArrowRightToLine} label={words.goToEnd} withLabel />
      <ActionButton action="fork" icon={GitFork} withLabel />
    </div>
  )
}

/** Replaces control characters, which pasted text may contain, so that the text is one line. */
const asTyped = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()
