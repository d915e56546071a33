import { latestObservation } from '@shared/episode/state/episode'
import { useCallback, useMemo } from 'react'
import { useHostQuery } from '../../session/connection/connection-store'
import { useEpisode } from '../../session/episode/episode-store'
import { type KnownWords, wordsOf } from './completions'
import { isTakenOver } from '@shared/episode/projections/help'

const NO_WORDS = { words: [] as readonly string[], commands: [] as readonly string[] }
const NONE: KnownWords = { words: new Set(), commands: [], printed: [], objects: [] }

/** The dictionary from the host, and words and objects from the episode. Nothing is read until `isEnabled`. */
export function useKnownWords(episodeId: string, isEnabled: boolean): KnownWords {
  // Without the dictionary, commands can still be typed.
  const { answer } = useHostQuery(
    useCallback(async (api) => (isEnabled ? api.readVocabulary({ episodeId }) : NO_WORDS), [episodeId, isEnabled]),
  )
  const vocabulary = answer ?? NO_WORDS
  const opening = useEpisode(({ history }) => history.latest.opening)
  const turns = useEpisode(({ history }) => history.latest.turns)
  const latest = useEpisode(({ history }) => latestObservation(history.latest))
  return useMemo(() => {
    if (!isEnabled) return NONE
    const texts = [opening, ...turns.map(({ observation }) => observation)]
      .map((observation) => observation?.text ?? '')
      .toReversed()
    return {
      words: new Set(vocabulary.words),
      commands: vocabulary.commands,
      printed: [...new Set(texts.flatMap(wordsOf))],
      objects: [...(latest?.visible ?? []), ...(latest?.inventory ?? [])].map(({ name }) => name),
    }
  }, [isEnabled, vocabulary, opening, turns, latest])
}

/** Actions of a person in this episode, latest last. */
export function usePastActions(): readonly string[] {
  const turns = useEpisode(({ history }) => history.latest.turns)
  return useMemo(() => turns.flatMap((turn) => (isTakenOver(turn) ? [turn.action?.action ?? ''] : [])), [turns])
}
