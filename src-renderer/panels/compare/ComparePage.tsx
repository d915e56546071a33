import { ArrowLeft, ArrowLeftRight, ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { mapPair, type Pair, type Side, SIDES } from '@shared/episode/compare/pair'
import { ActionButton } from '../../commands/ActionButton'
import { commandStrings } from '../../commands/strings'
import { NARROW_WINDOW, useWindowIs } from '../../kit/browser/window-size'
import { Button } from '../../kit/Button'
import { FailureBoundary } from '../../kit/layout/FailureBoundary'
import { Panel } from '../../kit/layout/Panel'
import { Strip } from '../../kit/layout/Strip'
import { TabList, TabPanel } from '../../kit/layout/Tabs'
import { kitStrings } from '../../kit/strings'
import { Empty } from '../../kit/text/Empty'
import { StateMark } from '../../kit/text/StateMark'
import { type OpenComparison, useComparison } from '../../session/comparison/comparison-store'
import { useStatus } from '../../session/episode/episode-status'
import { hasNothingToShow, EpisodeContext, useEpisode } from '../../session/episode/episode-store'
import { titleOf } from '../../session/episodes/entry-title'
import { useEpisodeList } from '../../session/episodes/episodes-store'
import { useEpisodeFeed } from '../../session/host/feeds'
import { setView } from '../../session/view/view-store'
import { CompareMap } from './CompareMap'
import { Curves } from './Curves'
import { Differences } from './Differences'
import { PairPage } from './PairPage'
import { compareStrings as words } from './strings'
import { OpenContext, useBoth, useCompared, useOpen, usePlayheads } from './use-compared'
import controls from '../../kit/controls.module.css'
import styles from './ComparePage.module.css'

export function ComparePage() {
  const open = useComparison((comparison) => comparison.open)
  if (open === null) return null
  return (
    <OpenContext value={open}>
      {open.ids.a === open.ids.b ? <SameTwice open={open} /> : <Compared open={open} />}
    </OpenContext>
  )
}

function SameTwice({ open }: { readonly open: OpenComparison }) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <ActionButton action="leaveComparison" icon={ArrowLeft} label={words.back} withLabel />
        <h1 className={styles.heading}>{words.title}</h1>
      </header>
      <Empty>
        <p>{words.twice}</p>
        <Button onClick={() => setView({ dialog: 'compare', targets: [open.ids.a] })}>{words.chooseOther}</Button>
      </Empty>
    </div>
  )
}

function Compared({ open }: { readonly open: OpenComparison }) {
  const names = useNames(open.ids)
  useEffect(() => {
    document.title = words.windowTitle(names.a, names.b)
  }, [names.a, names.b])
  return (
    <div className={styles.page}>
      {/* The key is the episode, so that swapping the sides restarts no feed. */}
      {SIDES.toSorted((one, other) => open.ids[one].localeCompare(open.ids[other])).map((side) => (
        <EpisodeContext key={open.ids[side]} value={open.sides[side]}>
          <Feed />
        </EpisodeContext>
      ))}
      <header className={styles.header} data-region="controls" tabIndex={-1}>
        <ActionButton action="leaveComparison" icon={ArrowLeft} label={words.back} withLabel />
        <h1 className={styles.heading}>{words.title}</h1>
        <div className={styles.sides}>
          <SideCard side="a" name={names.a} />
          <ActionButton action="swapSides" icon={ArrowLeftRight} kind="quiet" />
          <SideCard side="b" name={names.b} />
        </div>
      </header>
      <Problems />
      <Curves />
      <Panes />
    </div>
  )
}

function Feed() {
  useEpisodeFeed()
  return null
}

/** Titles from the list of episodes; the id if an episode is not listed. */
function useNames(ids: Pair<string>): Pair<string> {
  const entries = useEpisodeList((library) => library.entries)
  return mapPair(ids, (id) => {
    const entry = entries.get(id)
    return entry ? titleOf(entry) : id
  })
}

function SideCard({ side, name }: { readonly side: Side; readonly name: string }) {
  const { sides, ids } = useOpen()
  return (
    <EpisodeContext value={sides[side]}>
      <div className={styles.side} role="group" aria-label={words.letter(side)} data-side={side}>
        <span className={styles.letter} aria-hidden>
          {words.letter(side)}
        </span>
        <div className={styles.facts}>
          <p className={`${controls.cut} ${styles.name}`} title={`${name}\n${ids[side]}`} dir="auto">
            {name}
          </p>
          <SideFacts />
        </div>
        <ActionButton
          action={side === 'a' ? 'openA' : 'openB'}
          icon={ExternalLink}
          kind="quiet"
          hint={commandStrings.action[side === 'a' ? 'openA' : 'openB']}
        />
      </div>
    </EpisodeContext>
  )
}

export function SideFacts() {
  const manifest = useEpisode(({ history }) => history.latest.manifest)
  const turns = useEpisode(({ history }) => history.latest.turns.length)
  const levels = useBoth(({ history }) => history.latest.manifest?.handicap)
  const status = useStatus()
  const areKnown = levels.a !== undefined && levels.b !== undefined
  const facts = [
    ...(manifest && areKnown && levels.a !== levels.b ? [manifest.handicap] : []),
    ...(manifest ? [manifest.game.title] : []),
    words.turns(turns),
  ]
  return (
    <p className={`${controls.cut} ${styles.second}`}>
      <span className={styles.status} data-tone={status.tone}>
        <StateMark shape={status.shape} tone={status.tone} />
        {status.word}
      </span>
      <span className={styles.more}>{` · ${facts.join(' · ')}`}</span>
    </p>
  )
}

/** Problems that limit the comparison. */
function Problems() {
  const { sides } = useOpen()
  const { comparison } = useCompared()
  const failures = useBoth(({ failure }) => failure)
  const isNothing = useBoth(hasNothingToShow)
  const warnings = useBoth(({ warning }) => warning)
  const turns = useBoth(({ history, caughtUp }) => (caughtUp ? history.latest.turns.length : null))
  const games = useBoth(({ history }) => history.latest.manifest?.game.title ?? '')
  return (
    <>
      {SIDES.map((side) => {
        const failure = failures[side]
        const warning = warnings[side]
        const { reopen } = sides[side].store.getState()
        return (
          <div key={side}>
            {failure !== null && (
              <Strip text={(isNothing[side] ? words.cannotBeRead : words.readInPart)(side, failure)}>
                <Button onClick={reopen}>{words.readAgain}</Button>
              </Strip>
            )}
            {warning !== null && (
              <Strip text={words.warning(side, warning)}>
                <Button onClick={() => sides[side].store.setState({ warning: null })}>{kitStrings.dismiss}</Button>
              </Strip>
            )}
            {turns[side] === 0 && failure === null && <Strip text={words.noTurns(side)}>{null}</Strip>}
          </div>
        )
      })}
      {!comparison.isSameGame && <Strip text={words.otherGame(games.a, games.b)}>{null}</Strip>}
    </>
  )
}

/** A window with room for map and differences beside the stories. */
const WIDE_WINDOW = '(min-width: 1800px)'
type View = keyof typeof words.view

function Panes() {
  usePlayheads()
  const isNarrow = useWindowIs(NARROW_WINDOW)
  const isWide = useWindowIs(WIDE_WINDOW)
  const [asked, setAsked] = useState<View>('stories')
  const idPrefix = useId()
  const isPlayed = useIsPlayedBoth()
  const stories = <PairPage isPlayed={isPlayed} />
  const contained = (content: ReactNode) => <FailureBoundary of={asked}>{content}</FailureBoundary>
  if (isWide) {
    return (
      <div className={styles.panes}>
        <div className={styles.stories}>{contained(stories)}</div>
        <div className={styles.column}>
          <Panel name={words.view.map} region="map">
            {contained(<CompareMap />)}
          </Panel>
        </div>
        <div className={styles.column}>
          <Panel name={words.view.differences} region="inspector">
            {contained(<Differences />)}
          </Panel>
        </div>
      </div>
    )
  }
  const { stories: _stories, ...beside } = words.view
  const tabs: Partial<Record<View, string>> = isNarrow ? words.view : beside
  const selected: View = isNarrow || asked !== 'stories' ? asked : 'map'
  const shown = { stories, map: <CompareMap />, differences: <Differences /> }[selected]
  return (
    <div className={styles.panes}>
      {!isNarrow && <div className={styles.stories}>{contained(stories)}</div>}
      <div className={isNarrow ? styles.only : styles.column}>
        <Panel
          name={words.views}
          region={selected === 'map' ? 'map' : 'inspector'}
          heading={
            <TabList
              label={words.views}
              tabs={tabs as Record<View, string>}
              selected={selected}
              idPrefix={idPrefix}
              onSelect={setAsked}
            />
          }
        >
          <TabPanel idPrefix={idPrefix} selected={selected}>
            <div className={styles.tab}>{contained(shown)}</div>
          </TabPanel>
        </Panel>
      </div>
    </div>
  )
}

/** Whether each side is being played and may get more turns. */
function useIsPlayedBoth(): Pair<boolean> {
  const { ids } = useOpen()
  const a = useEpisodeList(({ entries }) => entries.get(ids.a)?.running ?? false)
  const b = useEpisodeList(({ entries }) => entries.get(ids.b)?.running ?? false)
  return useMemo(() => ({ a, b }), [a, b])
}
