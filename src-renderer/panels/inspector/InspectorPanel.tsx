import { Maximize2, Minimize2 } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import { type EpisodeState, type Turn } from '@shared/episode/state/episode'
import { ActionButton } from '../../commands/ActionButton'
import { Panel } from '../../kit/layout/Panel'
import { TabList, TabPanel } from '../../kit/layout/Tabs'
import { kitStrings } from '../../kit/strings'
import { Empty } from '../../kit/text/Empty'
import { useWhyEmpty } from '../../session/episode/episode-status'
import { useEpisode, useSettledState } from '../../session/episode/episode-store'
import { sessionStrings } from '../../session/strings'
import { type InspectorTab, setView, useView } from '../../session/view/view-store'
import { CallsTab } from './calls/CallsTab'
import { inspectorStrings } from './strings'
import { ThoughtsTab } from './thoughts/ThoughtsTab'
import controls from '../../kit/controls.module.css'
import styles from './InspectorPanel.module.css'

const RequestTab = lazy(() => import('./request/RequestTab').then((module) => ({ default: module.RequestTab })))
const DiffTab = lazy(() => import('./diff/DiffTab').then((module) => ({ default: module.DiffTab })))

/** Thoughts, calls, request and changes of the turn at the playhead. */
export function InspectorPanel() {
  const tab = useView(({ inspectorTab }) => inspectorTab)
  const state = useSettledState(useEpisode(({ shown }) => shown))
  const isMaximised = useView(({ maximised }) => maximised === 'inspector')
  const idPrefix = useId()
  const turn = state.openTurn ?? state.turns.at(-1) ?? null
  const isComplete = useEpisode(({ isOutline }) => !isOutline || turn === null || isInOutline(turn, tab))
  const cutFrom = useEpisode(({ history }) => history.latest.manifest?.cut?.from_turn ?? 0)
  const heading = (
    <>
      <TabList
        label={inspectorStrings.list}
        tabs={inspectorStrings.tabs}
        selected={tab}
        idPrefix={idPrefix}
        onSelect={(inspectorTab) => setView({ inspectorTab })}
      />
      <span className={styles.space} />
      {turn && (
        <h2 className={`${controls.hint} ${controls.cut} ${styles.turn}`}>{sessionStrings.turnName(turn.number)}</h2>
      )}
      <ActionButton
        action="maximiseInspector"
        icon={isMaximised ? Minimize2 : Maximize2}
        {...(isMaximised && { label: inspectorStrings.restore })}
        kind="quiet"
      />
    </>
  )
  return (
    <Panel name={sessionStrings.region.inspector} region="inspector" heading={heading} isMaximised={isMaximised}>
      <TabPanel idPrefix={idPrefix} selected={tab}>
        {turn !== null && turn.number < cutFrom && <p className={styles.cut}>{inspectorStrings.cut(cutFrom)}</p>}
        {isComplete ? (
          <Suspense fallback={<Empty>{kitStrings.loading}</Empty>}>
            <Tab tab={tab} turn={turn} state={state} />
          </Suspense>
        ) : (
          <Empty>{kitStrings.loading}</Empty>
        )}
      </TabPanel>
    </Panel>
  )
}

/**
 * Whether an outline contains the data of the tab. It has the iterations of turns near the opened one, but not the
 * earlier requests to which theirs refer.
 */
const isInOutline = ({ iterations }: Turn, tab: InspectorTab): boolean =>
  iterations.length > 0 && (tab === 'thoughts' || tab === 'calls')

interface TabProps {
  readonly tab: InspectorTab
  readonly turn: Turn | null
  readonly state: EpisodeState
}

/** The content of a tab. Before the first turn, only the calls of the whole episode are available. */
function Tab({ tab, turn, state }: TabProps) {
  const whyEmpty = useWhyEmpty()
  if (turn === null && whyEmpty !== null) return <Empty>{whyEmpty}</Empty>
  if (tab === 'calls') return <CallsTab turn={turn} />
  if (turn === null) return <Empty>{inspectorStrings.noTurn}</Empty>
  switch (tab) {
    case 'thoughts':
      return <ThoughtsTab turn={turn} />
    case 'request':
      return <RequestTab turn={turn} state={state} />
    case 'diff':
      return <DiffTab turn={turn} state={state} />
    default:
      return tab satisfies never
  }
}
