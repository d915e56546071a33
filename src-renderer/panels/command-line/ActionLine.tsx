import { latestObservation } from '@shared/episode/state/episode'
import { traitsOf } from '@shared/episode/state/players'
import { useState } from 'react'
import { submitAction } from '../../session/host/commands'
import { useEpisode } from '../../session/episode/episode-store'
import { useAgentState } from '../../session/episode/episode-status'
import controls from '../../kit/controls.module.css'
import { HostButton } from '../../session/connection/HostButton'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { HelpLine } from './HelpLine'
import { LineForm } from './LineForm'
import { commandStrings as words } from './strings'
import { useKnownWords, usePastActions } from './use-known-words'
import { useLine } from './use-line'

/** The command line of a running episode: actions of a person, or help for an agent. */
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
  const isAwaited = useEpisode(({ history }) => history.latest.openTurn?.action === null)
  const isKey = latest?.input === 'char'
  const line = useLine(past, known, isKey)
  const [refusal, setRefusal] = useState<string | null>(null)

  const send = () => {
    if (!isAwaited || (!isKey && line.text.trim() === '')) return
    useEpisode.getState().movePlayhead('live')
    const action = line.text.trim()
    line.type('')
    setRefusal(null)
    void submitAction(episodeId, action).then((reason) => {
      if (reason === null) return
      setRefusal(words.refused(action, reason))
      line.restore(action)
    })
  }
  return (
    <>
      <LineForm
        line={line}
        label={words.label}
        placeholder={isKey ? words.key : words.placeholder}
        hint={isAwaited ? words.hint : words.waiting}
        refusal={refusal}
        hasFocus
        onSend={send}
      >
        <HostButton type="submit" className={controls.button} aria-disabled={!isAwaited || undefined}>
          {words.send}
        </HostButton>
      </LineForm>
      <VisuallyHidden>
        <span role="status">{isAwaited ? words.announce(latest?.text ?? '', next) : ''}</span>
      </VisuallyHidden>
    </>
  )
}
