import { lazy, Suspense, useId, useMemo } from 'react'
import { latestObservation } from '@shared/episode/state/episode'
import type { GameObject } from '@shared/map/location-survey'
import { useDelayedFrame } from '../../kit/browser/next-frame'
import { Panel } from '../../kit/layout/Panel'
import { TabList, TabPanel } from '../../kit/layout/Tabs'
import { kitStrings } from '../../kit/strings'
import { Empty } from '../../kit/text/Empty'
import { useAnnotations } from '../../session/episode/annotations'
import { useWhyEmpty } from '../../session/episode/episode-status'
import { goToTurn, useEpisode, useSettledState } from '../../session/episode/episode-store'
import { sessionStrings } from '../../session/strings'
import { type MapTab, setView, useView } from '../../session/view/view-store'
import { worldStrings } from './strings'
import controls from '../../kit/controls.module.css'
import styles from './world.module.css'

const MapPanel = lazy(() => import('../map/MapPanel').then((module) => ({ default: module.MapPanel })))

const MindTab = lazy(() => import('./MindTab').then((module) => ({ default: module.MindTab })))

/** Tabs beside the story: the map, the player's mind, and objects. */
export function WorldPanel() {
  const tab = useView(({ mapTab }) => mapTab)
  const isMaximised = useView(({ maximised }) => maximised === 'map')
  const idPrefix = useId()
  return (
    <Panel
      isMaximised={isMaximised}
      name={sessionStrings.region.map}
      region="map"
      heading={
        <TabList
          label={worldStrings.place.list}
          tabs={worldStrings.place.tabs}
          selected={tab}
          idPrefix={idPrefix}
          onSelect={(mapTab) => setView({ mapTab })}
        />
      }
    >
      <TabPanel idPrefix={idPrefix} selected={tab}>
        <Tab tab={tab} />
      </TabPanel>
    </Panel>
  )
}

function Tab({ tab }: { readonly tab: MapTab }) {
  switch (tab) {
    case 'map':
      return <Map />
    case 'mind':
      return (
        <Suspense fallback={<Empty>{kitStrings.loading}</Empty>}>
          <MindTab />
        </Suspense>
      )
    case 'objects':
      return <Objects />
    default:
      return tab satisfies never
  }
}

/**
 * The map. It is drawn from settled states, which streamed text does not change. While live, it is drawn one frame
 * after the story.
 */
function Map() {
  const isLive = useEpisode(({ playhead }) => playhead === 'live')
  const shown = useSettledState(useEpisode((episode) => episode.shown))
  const liveState = useDelayedFrame(isLive ? shown : null)
  const state = (isLive ? liveState : null) ?? shown
  const showsSurveys = useView(({ hidesAhead }) => !hidesAhead)
  const annotations = useAnnotations()
  const whyEmpty = useWhyEmpty()
  const known = useSettledState(useEpisode(({ history }) => history.latest))
  const caughtUp = useEpisode((episode) => episode.caughtUp)
  // Both values are delayed together: otherwise the log could count as read one frame before its last turns are known.
  const { latest, isRead } = useDelayedFrame(useMemo(() => ({ latest: known, isRead: caughtUp }), [known, caughtUp]))
  if (Object.keys(latest.map.locations).length === 0) return <Empty>{whyEmpty ?? worldStrings.place.empty}</Empty>
  return (
    <Suspense fallback={<Empty>{worldStrings.place.loading}</Empty>}>
      <MapPanel
        state={state}
        latest={latest}
        isRead={isRead}
        showsSurveys={showsSurveys}
        annotations={annotations}
        onSelectTurn={goToTurn}
      />
    </Suspense>
  )
}

/** Carried and visible objects at the playhead, from the game's memory. */
function Objects() {
  const observation = useEpisode(({ shown }) => latestObservation(shown))
  const { carried, here, nothingCarried, nothingHere, unknown } = sessionStrings.objects
  if (observation === null) return <Empty>{unknown}</Empty>
  return (
    <div className={styles.groups}>
      <Group title={carried} objects={observation.inventory} none={nothingCarried} />
      <Group title={here} objects={observation.visible} none={nothingHere} />
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly objects: readonly GameObject[] | null
  readonly none: string
}

function Group({ title, objects, none }: GroupProps) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      {objects !== null && objects.length > 0 ? (
        <ul>
          {objects.map(({ id, name }) => (
            <li key={id} className={styles.item}>
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <p className={controls.hint}>{objects === null ? sessionStrings.objects.unknown : none}</p>
      )}
    </section>
  )
}
