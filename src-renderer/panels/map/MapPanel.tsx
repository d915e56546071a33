import {
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Annotations } from '@shared/episode/log/annotations'
import { deathsOf } from '@shared/episode/projections/deaths'
import type { EpisodeState } from '@shared/episode/state/episode'
import type { Positions } from '@shared/map/cell'
import { findMazes, foldMazes, type Maze } from '@shared/map/maze'
import { surveyedMap, unsurveyed } from '@shared/map/surveyed-map'
import { useRegisterCommands } from '../../commands/panel-commands'
import { saveFile } from '../../kit/browser/save-file'
import { useContextMenu } from '../../kit/overlay/use-context-menu'
import { VisuallyHidden } from '../../kit/text/VisuallyHidden'
import { focusRegion } from '../../session/view/regions'
import { setView, useView } from '../../session/view/view-store'
import { mapSvg, readMapColors } from './drawing/map-svg'
import { createMapView, type MapView, MapViewContext, type MapViewStore, locationName } from './drawing/map-view'
import { MapDrawing } from './drawing/MapDrawing'
import { type MapForm, MapToolbar, type ShownLevel, RoomSearch } from './drawing/MapToolbar'
import { countByLevel, locationsOf, representative } from './drawing/representatives'
import { trailOf } from './drawing/trail'
import { useSameList } from './drawing/use-same-list'
import { useLayout } from './layout/use-layout'
import { LevelRail } from './levels/LevelRail'
import { LocationCard } from './list/LocationCard'
import { LocationList } from './list/LocationList'
import { notesByLocation, thingsLastSeen } from './list/turns-at-location'
import { RoomMenu } from './RoomMenu'
import { usePickOr, useRoute, RouteStrip } from './route/RouteStrip'
import { mapStrings } from './strings'
import styles from './MapPanel.module.css'

interface MapPanelProps {
  readonly state: EpisodeState
  /** State at the end of the episode. It determines the positions, so that stepping moves no location. */
  readonly latest: EpisodeState
  /** False while the log is being read. */
  readonly isRead: boolean
  /** False if the user hides facts that the agent does not know. */
  readonly showsSurveys: boolean
  readonly annotations: Annotations
  readonly onSelectTurn: (turn: number) => void
}

export function MapPanel(props: MapPanelProps) {
  const episode = props.latest.manifest?.episode_id ?? ''
  return <EpisodeMap key={episode} episode={episode} {...props} />
}

function EpisodeMap({ episode, ...props }: MapPanelProps & { readonly episode: string }) {
  const { state, latest, isRead, showsSurveys, annotations, onSelectTurn } = props
  const mazes = useSameList(
    useMemo(() => findMazes(latest.map), [latest.map]),
    isEqualMaze,
  )
  const wholeMap = useMemo(() => foldMazes(latest.map, mazes), [latest.map, mazes])
  const view = useMemo(() => viewOf(state, mazes, showsSurveys), [state, mazes, showsSurveys])
  const layout = useLayout(episode, wholeMap, isRead)
  const [form, setForm] = useState<MapForm>('drawing')
  const [level, setLevel] = useState<ShownLevel>('agent')
  const [selected, setSelected] = useState<number | null>(null)
  const [store] = useState(createMapView)
  useLayoutEffect(() => store.setState({ ...view, selected }), [store, view, selected])
  const way = useRoute(state.map, mazes, store)
  const toggleWay = () => (way.asked ? way.end() : way.ask())
  useRegisterCommands('map', { ...layout, toggleRoute: toggleWay, routeIsOpen: way.asked !== null })
  const isMaximised = useView(({ maximised }) => maximised === 'map')

  const { map } = view
  const hereLevel = (map.here === null ? undefined : layout.positions[map.here]?.level) ?? 0
  const chosenLevel = level === 'agent' ? hereLevel : level
  const shownLevel = layout.planes === 'flat' ? 0 : chosenLevel
  const { open, toggle } = useOpenLocation(layout.positions, mazes, shownLevel, store, setSelected, setLevel)
  const openOrPick = usePickOr(way.pick, open)
  const toggleOrPick = usePickOr(way.pick, toggle)
  const nameOf = (location: number) => locationName(view, representative(location, mazes), mapStrings.maze)
  const notes = useMemo(
    () => notesByLocation(state, annotations, (location) => representative(location, mazes)),
    [state, annotations, mazes],
  )
  const exportSvg = () => {
    const { positions } = layout
    saveFile(
      'map.svg',
      'image/svg+xml',
      mapSvg({ view, positions, level: shownLevel, colors: readMapColors(document.documentElement) }),
    )
  }
  const close = () => {
    setSelected(null)
    const node = document.querySelector<HTMLElement>(`[data-location="${selected}"]`)
    node?.focus()
    // The location may be on another level.
    if (document.activeElement !== node) focusRegion('map')
  }
  /** Escape closes the route, then the card. A command restores a maximized map. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (way.asked) way.end()
    else if (selected !== null) close()
    else return
    event.preventDefault()
  }
  const goTo = (target: number) => {
    openOrPick(target)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-location="${target}"]`)?.focus())
  }
  const menu = useContextMenu(roomAt)
  const room = menu.shown?.thing ?? 0
  const locationsByLevel = countByLevel(map, layout.positions)
  const location = selected === null ? undefined : map.locations[selected]
  return (
    <MapViewContext value={store}>
      <DeferredCounts map={map} />
      <div className={styles.panel} onKeyDown={onKeyDown}>
        <MapToolbar
          layout={layout}
          map={map}
          form={form}
          level={level}
          isMaximised={isMaximised}
          asksWay={way.asked !== null}
          search={
            <RoomSearch
              rooms={Object.keys(map.locations).map((id) => ({ id: Number(id), name: nameOf(Number(id)) ?? '' }))}
              onGo={goTo}
              onLook={(lit) => store.setState({ lit })}
            />
          }
          onForm={setForm}
          onLevel={setLevel}
          onExport={exportSvg}
          onMaximise={() => setView({ maximised: isMaximised ? null : 'map' })}
          onWay={toggleWay}
        />
        {way.asked && (
          <RouteStrip
            asked={way.asked}
            view={{ map: state.map, surveyed: view.surveyed }}
            nameOf={nameOf}
            onFromAgent={() => map.here !== null && way.pick(map.here)}
            onTurn={way.turn}
            onEnd={way.end}
          />
        )}
        {layout.tidying === 'failed' && (
          <p className={styles.failed} role="alert">
            {mapStrings.failed}
          </p>
        )}
        <VisuallyHidden>
          <output>{layout.tidying === 'done' && mapStrings.tidied}</output>
        </VisuallyHidden>
        <div className={styles.content}>
          {form === 'drawing' && layout.planes === 'levels' && locationsByLevel.size > 1 && (
            <LevelRail
              map={map}
              positions={layout.positions}
              shown={shownLevel}
              locationsByLevel={locationsByLevel}
              nameOf={nameOf}
              onLevel={setLevel}
              onOpen={openOrPick}
            />
          )}
          <div className={styles.body} onContextMenu={menu.onContextMenu}>
            {form === 'list' ? (
              <LocationList
                view={view}
                selected={selected}
                notes={notes}
                nameOf={nameOf}
                onOpen={open}
                onToggle={toggleOrPick}
              />
            ) : (
              <MapDrawing
                map={wholeMap}
                layout={layout}
                level={shownLevel}
                onOpen={openOrPick}
                onToggle={toggleOrPick}
              />
            )}
            {menu.shown && (
              <RoomMenu
                name={nameOf(menu.shown.thing) ?? ''}
                at={menu.shown.at}
                onOpen={() => open(room)}
                onRoute={map.here === null ? undefined : () => way.ask({ from: map.here, to: room })}
                onUnlock={layout.locked.includes(room) ? () => layout.unlock(room) : undefined}
                onClose={menu.close}
              />
            )}
          </div>
          {location && (
            <LocationCard
              key={location.id}
              location={location}
              state={state}
              locations={locationsOf(location.id, mazes).filter((id) => state.map.locations[id])}
              layout={layout}
              view={view}
              notes={notes.get(location.id) ?? []}
              nameOf={nameOf}
              onOpen={open}
              onSelectTurn={onSelectTurn}
              onWay={way.ask}
              onClose={close}
            />
          )}
        </div>
      </div>
    </MapViewContext>
  )
}

function roomAt(target: Element): number | null {
  const room = target.closest<HTMLElement>('[data-location]')?.dataset.location
  return room === undefined ? null : Number(room)
}

/**
 * A separate hook: the nodes of the drawing retain these callbacks, which must not close over an old state of the
 * episode.
 */
function useOpenLocation(
  positions: Positions,
  mazes: readonly Maze[],
  shownLevel: number,
  store: MapViewStore,
  setSelected: Dispatch<SetStateAction<number | null>>,
  setLevel: (level: number) => void,
) {
  const show = useCallback(
    (target: number, mayClose: boolean) => {
      const location = representative(target, mazes)
      const locationLevel = positions[location]?.level ?? shownLevel
      setSelected((current) => (mayClose && current === location ? null : location))
      if (locationLevel !== shownLevel) setLevel(locationLevel)
      store.setState({ lit: null })
    },
    [positions, mazes, shownLevel, store, setSelected, setLevel],
  )
  const open = useCallback((location: number) => show(location, false), [show])
  const toggle = useCallback((location: number) => show(location, true), [show])
  return { open, toggle }
}

/** Minimum time between updates of the visit counts, because a scrub changes most of them. */
const COUNTS_MS = 200

/** A separate component, because it must close over the map of each step. */
function DeferredCounts({ map }: Pick<MapView, 'map'>) {
  const view = useContext(MapViewContext)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const renew = useEffectEvent(() => {
    timer.current = undefined
    view.setState({ counted: map })
  })
  useEffect(() => {
    timer.current ??= setTimeout(() => renew(), COUNTS_MS)
  }, [map])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return null
}

function viewOf(
  state: EpisodeState,
  mazes: readonly Maze[],
  showsSurveys: boolean,
): Pick<MapView, 'map' | 'mazeSizes' | 'surveyed' | 'things' | 'trail' | 'diedIn'> {
  const map = foldMazes(state.map, mazes)
  return {
    map,
    mazeSizes: new Map(
      mazes.map(({ id: maze, locations }) => [maze, locations.filter((id) => state.map.locations[id]).length]),
    ),
    surveyed: showsSurveys ? surveyedMap(state.surveys) : unsurveyed,
    things: thingsLastSeen(state),
    trail: trailOf(state, (location) => representative(location, mazes)),
    diedIn: new Set(
      deathsOf(state).flatMap(({ location }) => (location === null ? [] : representative(location, mazes))),
    ),
  }
}

const isEqualMaze = (a: Maze, b: Maze): boolean => a.id === b.id && a.locations.join(' ') === b.locations.join(' ')
