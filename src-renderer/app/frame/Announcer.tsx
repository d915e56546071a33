import { useEffect, useState } from 'react'
import { conclusionOf, thinkingOf } from '@shared/episode/projections/thoughts'
import { latestObservation } from '@shared/episode/state/episode'
import { changesOf, observationBefore } from '@shared/episode/state/turn-changes'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { useStatus } from '../../session/episode/episode-status'
import { type OpenEpisode, useEpisode } from '../../session/episode/episode-store'
import { turnOf } from '../../session/episode/playhead'
import { useView } from '../../session/view/view-store'
import { strings } from '../strings'

/** Minimum time between announcements, so that a screen reader can finish each of them. */
const INTERVAL_MS = 1000

/**
 * The polite live region. It announces each turn at the playhead; after a burst, the last turn and the number of turns.
 */
export function Announcer() {
  const status = useStatus()
  const caughtUp = useEpisode((episode) => episode.caughtUp)
  const announcesTurns = useView((view) => view.announcements !== 'off')
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    if (!caughtUp || !announcesTurns) return undefined
    let spoken = completeTurn(useEpisode.getState())
    let timer: ReturnType<typeof setTimeout> | undefined
    const speak = () => {
      timer = undefined
      const episode = useEpisode.getState()
      const turn = completeTurn(episode)
      if (turn === spoken) return
      const passed = episode.playhead === 'live' ? turn - spoken : 1
      spoken = turn
      setSentence(passed > 1 ? `${strings.announce.passed(passed)} ${sentenceOf(episode)}` : sentenceOf(episode))
    }
    // The timer runs only while a turn waits to be announced.
    const unsubscribe = useEpisode.subscribe((episode) => {
      if (completeTurn(episode) !== spoken) timer ??= setTimeout(speak, INTERVAL_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [caughtUp, announcesTurns])
  return (
    <VisuallyHidden>
      <span role="status" aria-busy={!caughtUp}>
        {sentence}
      </span>
      <span role="status">{status.tone === 'now' ? '' : (status.reason ?? status.word)}</span>
    </VisuallyHidden>
  )
}

function completeTurn({ history, playhead, shown }: OpenEpisode): number {
  return playhead === 'live' ? shown.turns.length : turnOf(history, playhead)
}

function sentenceOf(episode: OpenEpisode): string {
  const { shown } = episode
  const turn = shown.turns[completeTurn(episode) - 1]
  if (!turn) return strings.announce.turn(0, null, latestObservation(shown)?.location?.name ?? null, 0)
  const { movedTo, scoreDelta } = changesOf(observationBefore(shown, turn.number), turn.observation)
  const sentence = strings.announce.turn(turn.number, turn.action?.action ?? null, movedTo?.name ?? null, scoreDelta)
  const conclusion = useView.getState().announcements === 'thoughts' ? conclusionOf(thinkingOf(turn)) : null
  return conclusion === null ? sentence : strings.announce.thought(conclusion, sentence)
}
