import { latestObservation } from '@shared/episode/episode'
import { useCallback, useMemo } from 'react'
import { useEpisode } from '../../session/episode/episode-store'
import { useAnswer } from '../../session/connection/use-answer'
import { type KnownWords, wordsOf } from './completions'

const NONE = { words: [] as readonly string[], commands: [] as readonly string[] }

/** The parser's words from the host, once an episode; what was printed and what is here from the episode itself. */
export function useKnownWords(episodeId: string): KnownWords {
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
