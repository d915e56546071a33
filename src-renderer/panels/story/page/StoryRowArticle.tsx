import { EndCard } from '../turn/EndCard'
import { LiveTurnCard } from '../turn/LiveTurnCard'
import { OpeningArticle } from '../turn/OpeningArticle'
import type { StoryRow } from './story-rows'
import { TurnArticle } from '../turn/TurnArticle'

/** A row of a story, also used by the comparison. */
export function StoryRowArticle({ row }: { readonly row: StoryRow }) {
  switch (row.kind) {
    case 'opening':
      return <OpeningArticle observation={row.observation} />
    case 'turn':
      return <TurnArticle turn={row.turn} before={row.before} />
    case 'live':
      return <LiveTurnCard turn={row.turn} before={row.before} />
    case 'end':
      return <EndCard state={row.state} />
    default:
      return row satisfies never
  }
}
