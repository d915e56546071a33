import { hintsFor } from '@shared/episode/projections/help'
import { useMemo } from 'react'
import { useEpisode } from '../../../session/episode/episode-store'
import { ThoughtText } from '../../../turn/text/ThoughtText'
import { turnStrings } from '../../../turn/strings'

/** Hints of a person that were in the prompt of a turn. */
export function TurnHints({ turn }: { readonly turn: number }) {
  const hints = useEpisode(({ history }) => history.latest.hints)
  const own = useMemo(() => hintsFor({ hints }, turn), [hints, turn])
  return own.map(({ text }, index) => <ThoughtText key={index} label={turnStrings.suggested} text={text} tone="help" />)
}
