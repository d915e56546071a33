import { latestObservation } from '@shared/episode/state/episode'
import { useCallback, useMemo } from 'react'
import { useHostQuery } from '../../session/connection/use-host-query'
import { useEpisode } from '../../session/episode/episode-store'
import { type KnownWords, wordsOf } from './completions'

const NO_WORDS = { words: [] as readonly string[], commands: [] as readonly string[] }
const NONE: KnownWords = { words: new Set(), commands: [], printed: [], objects: [] }

/**
 * The parser's words from the host, once an episode; what was printed and what is here from the episode itself. All of
 * it is read when somebody types: `isWanted`.
 */
export function useKnownWords(episodeId: string, isWanted: boolean): KnownWords {
  // Without its words a command can be typed all the same.
  const { answer } = useHostQuery(
    useCallback(async (api) => (isWanted ? api.readVocabulary({ episodeId }) : NO_WORDS), [episodeId, isWanted]),
  )
  const vocabulary = answer ?? NO_WORDS
  const opening = useEpisode(({ history }) => history.latest.opening)
  const turns = useEpisode(({ history }) => history.latest.turns)
  const latest = useEpisode(({ history }) => latestObservation(history.latest))
  return useMemo(() => {
    if (!isWanted) return NONE
    const texts = [opening, ...turns.map(({ observation }) => observation)]
      .map((observation) => observation?.text ?? '')
      .toReversed()
    return {
      words: new Set(vocabulary.words),
      commands: vocabulary.commands,
      printed: [...new Set(texts.flatMap(wordsOf))],
      objects: [...(latest?.visible ?? []), ...(latest?.inventory ?? [])].map(({ name }) => name),
    }
  }, [isWanted, vocabulary, opening, turns, latest])
}
