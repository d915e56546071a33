import { latestObservation } from '@shared/episode/state/episode'
import { turnToEnter, whyNotAgain } from '@shared/episode/projections/help'
import { readsHints } from '@shared/episode/state/players'
import { ArrowRightToLine, GitFork, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ActionButton } from '../../commands/ActionButton'
import controls from '../../kit/controls.module.css'
import { isMac } from '../../kit/text/KeyName'
import { HostButton } from '../../session/connection/HostButton'
import { useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { giveHint, submitAction } from '../../session/host/commands'
import styles from './LineForm.module.css'
import { LineForm } from './LineForm'
import { commandStrings as words } from './strings'
import { usePastActions, useKnownWords } from './use-known-words'
import { useLine } from './use-line'

/** Help for an agent: an action for its next turn, or a hint. In the past it offers to go to the end or to fork. */
export function HelpLine({ episodeId }: { readonly episodeId: string }) {
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  const [isUsed, setIsUsed] = useState(false)
  const known = useKnownWords(episodeId, isUsed)
  const turn = useEpisode(({ history }) => turnToEnter(history.latest))
  const isPaused = useEpisode(({ history }) => history.latest.control.mode === 'paused')
  const takesHints = useEpisode(({ history }) => readsHints(history.latest))
  const mayAnswerAgain = useEpisode(({ history }) => whyNotAgain(history.latest) === null)
  const isKey = useEpisode(({ history }) => latestObservation(history.latest)?.input === 'char')
  const line = useLine(usePastActions(), known, isKey)
  const [refusal, setRefusal] = useState<string | null>(null)

  const give = (command: (text: string) => Promise<string | null>) => {
    const text = asTyped(line.text)
    if (text === '') return
    line.type('')
    setRefusal(null)
    void command(text).then((reason) => {
      if (reason === null) return
      setRefusal(words.refused(text, reason))
      line.restore(text)
    })
  }
  const play = () => give((action) => submitAction(episodeId, action, turn))
  const suggest = () => give((text) => giveHint(episodeId, text))
  const isEmpty = asTyped(line.text) === '' || undefined
  // Text stays while the playhead is in the past.
  if (!isLive) return <PastLine />
  return (
    <LineForm
      line={{ ...line, type: (text) => (setIsUsed(true), line.type(text)) }}
      label={words.actionOf(turn)}
      placeholder={isKey ? words.key : words.actionOf(turn)}
      hint={<Hint turn={turn} isPaused={isPaused} takesHints={takesHints} />}
      refusal={refusal}
      isQuiet
      onSend={play}
      onKey={(event) => {
        const isSuggest = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
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
      {mayAnswerAgain && (
        <ActionButton action="answerAgain" icon={RotateCcw} kind="quiet" withLabel className={styles.again} />
      )}
    </LineForm>
  )
}

/** Hints that the agent has not read yet, else what the keys do. */
function Hint({
  turn,
  isPaused,
  takesHints,
}: {
  readonly turn: number
  readonly isPaused: boolean
  readonly takesHints: boolean
}) {
  const hints = useEpisode(({ history }) => history.latest.hints)
  const waiting = hints.filter((hint) => hint.turn >= turn)
  return (
    <>
      <span role="status">
        {waiting.map(({ turn: at, text }, index) => (
          <span key={index} className={styles.waiting} title={text}>
            {words.suggested(at, text)}
          </span>
        ))}
      </span>
      {waiting.length === 0 && words.helpHint(turn, isPaused, takesHints ? words.suggestKey(isMac()) : null)}
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

/** One line without control characters, which a paste may contain. */
const asTyped = (text: string) => text.replaceAll(/\p{Cc}+/gu, ' ').trim()
