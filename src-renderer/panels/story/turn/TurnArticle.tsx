import { type MouseEvent, memo, use } from 'react'
import { judgementOf } from '@shared/episode/projections/judgement'
import type { Observation, Turn } from '@shared/episode/state/episode'
import { changesOf } from '@shared/episode/state/turn-changes'
import { useContextMenu } from '../../../kit/overlay/use-context-menu'
import { EpisodeContext, useEpisode } from '../../../session/episode/episode-store'
import { useStoryFilter } from '../../../session/episode/story-filter-here'
import { useHasCurrentHit } from '../../../session/find/find-store'
import { sessionStrings } from '../../../session/strings'
import { useView } from '../../../session/view/view-store'
import { CallLine } from '../../../turn/calls/CallLine'
import { FoldedProposals, rejectedCount } from '../../../turn/Proposals'
import { JudgementIcon } from '../../../turn/signs'
import { turnStrings } from '../../../turn/strings'
import { GameText } from '../../../turn/text/GameText'
import { TurnMarks, TurnNote } from '../../marks/TurnMarks'
import { TurnMenu } from '../../marks/TurnMenu'
import { TurnTools } from '../../marks/TurnTools'
import { ChangeBadges, CommandLine, TurnHeading } from './turn-lines'
import { TurnDetails, TurnHints } from './TurnDetails'
import { useTurnPosition, useSeenTurn, usePointed } from './use-turn-position'
import styles from './turn.module.css'

interface TurnArticleProps {
  readonly turn: Turn
  readonly before: Observation | null
}

/** A turn of the story: location, details, action, observation, changes. A click moves the playhead to it. */
export const TurnArticle = memo(function TurnArticle({ turn, before }: TurnArticleProps) {
  const { goToTurn, isCompared } = use(EpisodeContext)
  const place = useTurnPosition(turn.number)
  const [isPointed, pointing] = usePointed()
  const isFound = useHasCurrentHit(turn.number, 'text')
  const brief = useView(({ turnsAreBrief }) => turnsAreBrief) && !isFound
  const { kinds } = useStoryFilter()
  const showsChanges = kinds.includes('changes')
  const showsMind = kinds.includes('notes')
  const seen = useSeenTurn(turn)
  const { number, action, observation } = seen
  const location = before?.location?.name ?? null
  const menu = useContextMenu(() => number)
  const goHere = (event: MouseEvent) => {
    const isSelecting = getSelection()?.isCollapsed === false
    if (!isSelecting && !(event.target as Element).closest('a, button, summary, pre')) goToTurn(number)
  }
  return (
    <article
      {...pointing}
      className={styles.article}
      data-turn={number}
      data-place={place}
      aria-label={sessionStrings.turnName(number)}
      aria-current={place === 'here' ? 'step' : undefined}
      onClick={goHere}
      onContextMenu={isCompared ? undefined : menu.onContextMenu}
    >
      <TurnHeading turn={number} location={location}>
        {seen === turn && <TurnJudgement turn={number} />}
        <TurnMarks turn={number} />
        {!isCompared && (isPointed || place === 'here') && <TurnTools turn={number} />}
      </TurnHeading>
      <TurnHints turn={number} />
      <TurnDetails turn={seen} />
      {!isCompared && <PauseCause turn={seen} />}
      {(rejectedCount(seen) > 0 || showsMind) && <FoldedProposals turn={seen} />}
      {action && <CommandLine action={action} />}
      {observation && <GameText text={observation.text} location={observation.location?.name ?? null} brief={brief} />}
      <TurnNote turn={number} />
      {showsChanges && <ChangeBadges turn={seen} changes={changesOf(before, observation)} />}
      {menu.shown && <TurnMenu turn={number} at={menu.shown.at} onClose={menu.close} />}
    </article>
  )
})

function TurnJudgement({ turn }: { readonly turn: number }) {
  const judgement = useEpisode(({ history }) => judgementOf(history.latest, turn))
  return judgement && <JudgementIcon judgement={judgement} label={turnStrings.judgement[judgement].name} />
}

/** Failed calls of the last turn while the agent is paused after it. */
function PauseCause({ turn }: { readonly turn: Turn }) {
  const isPausedHere = useEpisode(
    ({ playhead, history: { latest } }) =>
      playhead === 'live' &&
      latest.control.mode === 'paused' &&
      latest.openTurn === null &&
      latest.turns.length === turn.number,
  )
  const showsCalls = useStoryFilter().kinds.includes('calls')
  if (!isPausedHere || showsCalls) return null
  const failed = turn.iterations
    .flatMap(({ toolCalls }) => toolCalls)
    .filter(({ status }) => status === 'failed' || status === 'timeout')
  return failed.map((call) => <CallLine key={call.callId} call={call} turn={turn.number} />)
}
