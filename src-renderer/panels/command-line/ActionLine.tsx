import { latestObservation } from '@shared/episode/episode'
import { traitsOf } from '@shared/episode/players'
import { type FormEvent, type KeyboardEvent, useState, useCallback, useMemo } from 'react'
import { submitAction } from '../../session/host/commands'
import { useEpisode } from '../../session/episode/episode-store'
import { useAgent } from '../../session/episode/episode-status'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { VisuallyHidden } from '../../kit/VisuallyHidden'
import styles from './ActionLine.module.css'
import { complete, completionsOf, type KnownWords, wordsOf } from './completions'
import { commandStrings as words } from './strings'
import { useAnswer } from '../../session/connection/use-answer'

/** The command line of a person who plays: under the story, for as long as the episode runs. */
export function ActionLine() {
  const agent = useAgent()
  const id = useEpisode((episode) => episode.id)
  const isHuman = useEpisode(({ history }) => traitsOf(history.latest).isPerson)
  return (agent === 'running' || agent === 'paused') && isHuman && id !== null ? <Line key={id} episodeId={id} /> : null
}

function Line({ episodeId }: { readonly episodeId: string }) {
  const known = useKnownWords(episodeId)
  const turns = useEpisode(({ history }) => history.latest.turns)
  const latest = useEpisode(({ history }) => latestObservation(history.latest))
  const isAwaited = useEpisode(({ history }) => history.latest.openTurn?.action === null)
  const [text, setText] = useState('')
  /** How many commands back is shown; 0 is what is being typed. */
  const [back, setBack] = useState(0)
  const [typed, setTyped] = useState('')
  const [cycle, setCycle] = useState<{ readonly from: string; readonly next: number } | null>(null)
  const [refused, setRefused] = useState<{ readonly action: string; readonly reason: string } | null>(null)
  const isKey = latest?.input === 'char'
  const from = cycle?.from ?? text
  const completions = isKey ? [] : completionsOf(from, known)
  const past = turns.flatMap(({ action }) => (action?.source === 'human' ? [action.action] : []))

  const type = (value: string) => {
    setText(value)
    setBack(0)
    setCycle(null)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isAwaited || (!isKey && text.trim() === '')) return
    useEpisode.getState().movePlayhead('live')
    const action = text.trim()
    type('')
    setRefused(null)
    void submitAction(episodeId, action).then((reason) => {
      if (reason === null) return
      setRefused({ action, reason })
      setText((typedSince) => typedSince || action)
    })
  }
  const recall = (further: number) => {
    const to = Math.min(past.length, Math.max(0, back + further))
    if (to === back) return
    if (back === 0) setTyped(text)
    setText(to === 0 ? typed : (past.at(-to) ?? ''))
    setBack(to)
    setCycle(null)
  }
  const completeWith = (index: number) => {
    const word = completions[index % completions.length]
    if (word === undefined) return
    setText(complete(from, word))
    setBack(0)
    setCycle({ from, next: index + 1 })
  }
  /** Tab goes on from the line when there is nothing to complete, so nobody is caught in it. */
  const act = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') recall(event.key === 'ArrowUp' ? 1 : -1)
    else if (event.key === 'Tab' && !event.shiftKey && completions.length > 0) completeWith(cycle?.next ?? 0)
    else return
    event.preventDefault()
  }
  return (
    <form className={styles.line} onSubmit={send}>
      <div className={styles.measure}>
        <div className={styles.row}>
          <span aria-hidden className={styles.prompt}>
            &gt;
          </span>
          <input
            className={styles.input}
            data-command-line
            aria-label={words.label}
            aria-describedby={refused === null ? 'command-hint' : 'command-refusal'}
            aria-invalid={refused !== null || undefined}
            placeholder={isKey ? words.key : words.placeholder}
            value={text}
            maxLength={1000}
            autoFocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => type(target.value)}
            onKeyDown={act}
          />
          <HostButton type="submit" className={controls.button} aria-disabled={!isAwaited || undefined}>
            {words.send}
          </HostButton>
        </div>
        {refused !== null && (
          <p id="command-refusal" role="alert" className={`${controls.error} ${styles.refusal}`}>
            {words.refused(refused.action, refused.reason)}
          </p>
        )}
        <div className={styles.below}>
          {completions.length > 0 ? (
            <div role="group" aria-label={words.completions} className={styles.completions}>
              {completions.map((word, index) => (
                <button
                  key={word}
                  type="button"
                  tabIndex={-1}
                  className={styles.completion}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => completeWith(index)}
                >
                  {word}
                </button>
              ))}
            </div>
          ) : (
            <p id="command-hint" className={styles.hint}>
              {isAwaited ? words.hint : words.waiting}
            </p>
          )}
        </div>
      </div>
      <VisuallyHidden>
        <span role="status">{isAwaited ? words.announce(latest?.text ?? '', turns.length + 1) : ''}</span>
      </VisuallyHidden>
    </form>
  )
}

const NONE = { words: [] as readonly string[], commands: [] as readonly string[] }

/** The parser's words from the host, once an episode; what was printed and what is here from the episode itself. */
function useKnownWords(episodeId: string): KnownWords {
  // Without its words a command can be typed all the same.
  const { answer } = useAnswer(useCallback((api) => api.readVocabulary({ episodeId }), [episodeId]))
  const vocabulary = answer ?? NONE
  const opening = useEpisode(({ history }) => history.latest.opening)
  const turns = useEpisode(({ history }) => history.latest.turns)
  const latest = useEpisode(({ history }) => latestObservation(history.latest))
  return useMemo(() => {
    const texts = [opening, ...turns.map(({ observation }) => observation)]
      .map((observation) => observation?.text ?? '')
      .toReversed()
    return {
      words: new Set(vocabulary.words),
      commands: vocabulary.commands,
      printed: [...new Set(texts.flatMap(wordsOf))],
      objects: [...(latest?.visible ?? []), ...(latest?.inventory ?? [])].map(({ name }) => name),
    }
  }, [vocabulary, opening, turns, latest])
}
