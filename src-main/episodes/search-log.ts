import type { SearchBatch } from '@shared/contract/long-logs'
import { parseSearch, turnMatches } from '@shared/episode/search'
import { readEachTurn } from './read-each-turn'

/** The turns that a search finds in all of a log, as they are found. Throws `LogError` as `readEachTurn` does. */
export async function* searchLog(
  folder: string,
  search: string,
  isTrusted: boolean,
  signal: AbortSignal,
): AsyncGenerator<SearchBatch> {
  const terms = parseSearch(search)
  for await (const { turns, share } of readEachTurn(folder, { isTrusted, signal })) {
    yield {
      hits: turns.filter(({ turn, before }) => turnMatches(terms, turn, before)).map(({ turn }) => turn.number),
      share,
    }
  }
}
