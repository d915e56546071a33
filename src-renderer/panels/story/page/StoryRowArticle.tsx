import { use } from 'react'
import type { Observation } from '@shared/episode/state/episode'
import { EpisodeContext, goToTurn, useEpisode } from '../../../session/episode/episode-store'
import { turnOf } from '../../../session/episode/playhead'
import { sessionStrings } from '../../../session/strings'
import { setView } from '../../../session/view/view-store'
import { GameText } from '../../../turn/text/GameText'
import { TurnMarks, TurnNote } from '../../marks/TurnMarks'
import { TurnTools } from '../../marks/TurnTools'
import { storyStrings } from '../strings'
import { EndCard } from '../turn/EndCard'
import { LiveTurnCard } from '../turn/LiveTurnCard'
import { TurnHeading } from '../turn/turn-lines'
import { TurnArticle } from '../turn/TurnArticle'
import { useTurnPosition, usePointed } from '../turn/use-turn-position'
import { Fold } from './Fold'
import type { StoryRow } from './story-rows'
import styles from '../turn/turn.module.css'

/** A row of a story; comparisons use it, too. */
export function StoryRowArticle({ row }: { readonly row: StoryRow }) {
  switch (row.kind) {
    case 'before':
      return <BeforePart from={row.from} isUnfolded={row.isUnfolded} />
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

const BeforePart = ({ from, isUnfolded }: { readonly from: number; readonly isUnfolded: boolean }) => (
  <div>
    <Fold
      text={storyStrings.beforePart(from)}
      isUnfolded={isUnfolded}
      onFold={() => {
        // The playhead must not be on a folded turn.
        if (isUnfolded && turnOf(useEpisode.getState().history, useEpisode.getState().playhead) < from) goToTurn(from)
        setView({ isUnfoldedBeforePart: !isUnfolded })
      }}
    />
  </div>
)

function OpeningArticle({ observation }: { readonly observation: Observation }) {
  const { isCompared } = use(EpisodeContext)
  const place = useTurnPosition(0)
  const [isPointed, pointing] = usePointed()
  return (
    <article
      {...pointing}
      className={styles.article}
      data-turn={0}
      data-place={place}
      aria-label={sessionStrings.turnName(0)}
    >
      <TurnHeading turn={0} location={observation.location?.name ?? null}>
        <TurnMarks turn={0} />
        {!isCompared && (isPointed || place === 'here') && <TurnTools turn={0} />}
      </TurnHeading>
      <GameText text={observation.text} location={observation.location?.name ?? null} />
      <TurnNote turn={0} />
    </article>
  )
}
