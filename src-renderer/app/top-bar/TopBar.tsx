import { CircleQuestionMark, Command, OctagonPause, SquareChevronRight } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { deathsOf } from '@shared/episode/projections/deaths'
import { whyPause } from '@shared/episode/projections/pause-rules'
import { latestObservation, type EpisodeState } from '@shared/episode/state/episode'
import { partOf } from '@shared/episode/state/part'
import { isPlayedByModel, traitsOf } from '@shared/episode/state/players'
import { problemText } from '@shared/episode/state/strings'
import { ActionButton } from '../../commands/ActionButton'
import { formatCompact, formatCost, formatNumber } from '../../kit/text/format'
import { isMac } from '../../kit/text/KeyName'
import { Line } from '../../kit/text/Prose'
import { StateMark } from '../../kit/text/StateMark'
import { useHasHost } from '../../session/connection/connection-store'
import { type WindowStatus, useStatus } from '../../session/episode/episode-status'
import { useEpisode } from '../../session/episode/episode-store'
import { formatAddress, formatExperiments } from '../../session/episode/links/address'
import { useRulesInForce } from '../../session/episode/playback/playback'
import { parentPlayer, parentTitle, shortTitle } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { sessionStrings } from '../../session/strings'
import { useView } from '../../session/view/view-store'
import { strings } from '../strings'
import { Controls } from './Controls'
import { SignInAndGoOn } from './SignInAndGoOn'
import styles from './TopBar.module.css'

/** Episode and state, controls, and figures at the playhead. A pause reason may be long and has a separate line. */
export function TopBar() {
  const status = useStatus()
  const hasHelp = useHasHost()
  const isSaidInStory = useIsSaidInStory(status.reason)
  const reason = isSaidInStory ? undefined : status.reason
  const isByRule = useIsByRule(reason)
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Identity status={status} isSaidBelow={reason?.startsWith(`${status.word}: `) === true} />
        <Controls />
        <div className={styles.end}>
          <Figures />
          <ActionButton
            action="palette"
            icon={isMac() ? Command : SquareChevronRight}
            kind="quiet"
            word={strings.palette}
            className={styles.foldsFirst}
          />
          {hasHelp && <ActionButton action="help" icon={CircleQuestionMark} kind="quiet" />}
        </div>
      </div>
      {reason !== undefined && (
        <div className={styles.reason}>
          <StateMark shape={status.shape} tone={status.tone} />
          <p className={styles.words}>
            <Line text={reason} />
          </p>
          {isByRule && <ActionButton action="pauseRules" icon={OctagonPause} kind="quiet" withLabel />}
          <SignInAndGoOn />
        </div>
      )}
    </header>
  )
}

/** Whether the card of the open turn shows this reason, with the possible remedies. */
function useIsSaidInStory(reason: string | undefined): boolean {
  const isCovered = useView(({ maximised, libraryIsTable }) => maximised !== null || libraryIsTable)
  const isInCard = useEpisode(
    ({ playhead, history: { latest } }) =>
      playhead === 'live' && latest.openTurn?.problems.some((problem) => `Paused: ${problemText(problem)}` === reason),
  )
  return isInCard === true && !isCovered
}

/** Whether a pause rule gave this reason at the playhead. */
function useIsByRule(reason: string | undefined): boolean {
  const rules = useRulesInForce()
  return useEpisode(({ shown }) => reason !== undefined && whyPause(rules, shown) === reason)
}

/** `isSaidBelow`: the reason below the bar begins with the state. */
function Identity({ status, isSaidBelow }: { readonly status: WindowStatus; readonly isSaidBelow: boolean }) {
  const id = useEpisode((episode) => episode.id)
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const turnsRead = useEpisode((episode) => episode.turnsRead)
  const name = useEpisodeList(({ entries }) => entries.get(id ?? '')?.annotations.title)
  const game = manifest?.game.title ?? strings.appName
  const forkedFrom = useEpisode(({ history }) => history.latest.forkedFrom)
  const part = usePartName()
  const fork = forkedFrom === null ? game : `${game} ${sessionStrings.fork.mark(forkedFrom.turn)}`
  const title = part === null ? fork : `${fork} · ${part}`
  const player = manifest?.player
  const model = manifest && traitsOf({ manifest }).isChosenModel ? player?.model : null
  /** The user's name for the episode, the player and its model, each different name once. */
  const names = [...new Set([name, player?.label, model])].filter(Boolean)
  useEffect(() => {
    document.title = strings.windowTitle(title, status.word)
  }, [title, status.word])
  return (
    <div className={styles.identity}>
      <div className={styles.first}>
        <h1 className={styles.game} title={game}>
          {game}
        </h1>
        {!isSaidBelow && (
          <span className={styles.badge} data-tone={status.tone}>
            <StateMark shape={status.shape} tone={status.tone} />
            <span className={styles.word}>{status.word}</span>
          </span>
        )}
      </div>
      {turnsRead !== null ? (
        <OpeningProgress turnsRead={turnsRead} />
      ) : (
        manifest && (
          <p className={styles.second} title={[...names, id].join(' · ')}>
            <span className={styles.who}>
              {part !== null && <span className={styles.part}>{part}</span>}
              <ForkOrigin forkedFrom={forkedFrom} />
              <span className={styles.player}>{names.join(' · ')}</span>
              {manifest.unit && forkedFrom === null && (
                <span className={styles.experiment}>
                  <a href={formatExperiments(manifest.unit)}>{strings.ofExperiment(manifest.unit.experiment)}</a>
                </span>
              )}
              {manifest.disguise === 'mirror' && (
                <span className={styles.disguise} title={sessionStrings.mirroredHint}>
                  {sessionStrings.mirrored}
                </span>
              )}
            </span>
            <Spent />
          </p>
        )
      )}
    </div>
  )
}

/** The name of the part that the log contains; null for a whole episode. */
export const usePartName = (): string | null =>
  useEpisode(({ history }) => {
    const part = partOf(history.latest)
    return part && sessionStrings.part(part)
  })

/** Not a live region, because the figure changes four times a second. */
function OpeningProgress({ turnsRead }: { readonly turnsRead: number }) {
  const turns = useEpisodeList(({ entries }) => entries.get(useEpisode.getState().id ?? '')?.summary?.turns ?? 0)
  return (
    <p className={styles.second}>
      {turns >= turnsRead ? strings.opening.of(turnsRead, turns) : strings.opening.soFar(turnsRead)}
    </p>
  )
}

/** The tokens and the cost at the playhead; null if no model plays. */
function useSpent() {
  const shown = useEpisode((episode) => episode.shown)
  const isUncounted = useEpisode(({ isOutline }) => isOutline)
  if (!isPlayedByModel(shown)) return null
  const { tokensIn, tokensOut, costUsd, llmCalls } = shown.totals
  const forkedAt = shown.forkedFrom?.turn ?? null
  if (isUncounted) return { tokens: '…', cost: '…', isUnpriced: false, forkedAt }
  return {
    forkedAt,
    tokens: formatCompact(tokensIn + tokensOut),
    cost: costUsd === null ? null : formatCost(costUsd),
    isUnpriced: costUsd === null && llmCalls > 0,
  }
}

function Spent() {
  const spent = useSpent()
  if (spent === null) return null
  const { tokens, cost, isUnpriced, forkedAt } = spent
  const { facts } = sessionStrings
  const text = isUnpriced ? facts.spentUnpriced(tokens) : facts.spent(tokens, cost)
  return (
    <span className={styles.spent} title={hintOf(forkedAt)}>
      {forkedAt === null ? text : facts.spentSinceFork(text)}
    </span>
  )
}

/** Explains that a fork's totals begin at the fork. */
const hintOf = (forkedAt: number | null) => (forkedAt === null ? undefined : sessionStrings.facts.ownHint(forkedAt))

function Figures() {
  const shown = useEpisode((episode) => episode.shown)
  const limit = useEpisode(({ history }) => history.latest.turnLimit)
  const spent = useSpent()
  if (shown.manifest === null) return <div className={styles.figures} />
  const { score = null, max_score: maxScore = null, moves = null } = latestObservation(shown) ?? {}
  const deaths = deathsOf(shown).length
  const turn = shown.openTurn?.number ?? shown.turns.length
  const { facts } = sessionStrings
  return (
    <dl className={styles.figures}>
      <Figure name={facts.score} value={facts.of(score, maxScore)} />
      <Figure name={facts.moves} value={facts.of(moves, null)} />
      {deaths > 0 && <Figure name={facts.deaths} value={formatNumber(deaths)} />}
      <Figure name={facts.turn} value={facts.of(turn, limit)} />
      {spent && <SpentFigures {...spent} />}
    </dl>
  )
}

function SpentFigures({ tokens, cost, isUnpriced, forkedAt }: NonNullable<ReturnType<typeof useSpent>>) {
  const { facts } = sessionStrings
  const isFork = forkedAt !== null
  const title = hintOf(forkedAt)
  return (
    <>
      <Figure name={isFork ? facts.ownTokens : facts.tokens} value={tokens} title={title} isMinor />
      <Figure
        name={isFork ? facts.ownCost : facts.cost}
        value={isUnpriced ? facts.costUnknown : (cost ?? facts.none)}
        title={title}
        isMinor
      />
    </>
  )
}

function Figure({
  name,
  value,
  title,
  isMinor = false,
}: {
  readonly name: string
  readonly value: string
  readonly title?: string | undefined
  readonly isMinor?: boolean
}) {
  return (
    <div className={isMinor ? `${styles.figure} ${styles.minor}` : styles.figure} title={title}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** The parent of a fork, as a link if it still exists. */
export function ForkOrigin({ forkedFrom }: { readonly forkedFrom: EpisodeState['forkedFrom'] }) {
  const parent = useEpisodeList(({ entries }) => entries.get(forkedFrom?.episodeId ?? ''))
  const events = useEpisode(({ history }) => history.events)
  const player = useMemo(
    () => (forkedFrom && parent === undefined ? parentPlayer(events) : null),
    [forkedFrom, parent, events],
  )
  if (forkedFrom === null) return null
  const { episodeId, turn } = forkedFrom
  const name = player ?? parentTitle(parent)
  const { before, after } = sessionStrings.fork.from
  const text = (
    <>
      <span className={styles.from}>{before}</span>
      <bdi className={styles.parent}>{player ?? shortTitle(parent)}</bdi>
      <span className={styles.from}>{after(turn)}</span>
    </>
  )
  return (
    <span className={styles.origin} title={sessionStrings.fork.of(name, turn)}>
      <span aria-hidden className={styles.from}>
        {'↳ '}
      </span>
      {parent ? <a href={formatAddress({ episodeId, playhead: { turn, event: null } })}>{text}</a> : text}
    </span>
  )
}
