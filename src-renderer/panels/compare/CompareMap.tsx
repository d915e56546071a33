import { useLayoutEffect, useMemo, useState } from 'react'
import { mergeMaps } from '@shared/episode/compare/compare-maps'
import { mapPair, nameOfTwo, type Pair, type Side, SIDES } from '@shared/episode/compare/pair'
import { findMazes, foldMazes, type Maze } from '@shared/map/maze'
import { unsurveyed } from '@shared/map/surveyed-map'
import type { Location, WorldMap } from '@shared/map/world-map'
import { useWindowIs } from '../../kit/browser/window-size'
import { Button } from '../../kit/Button'
import { Check } from '../../kit/form/fields'
import { Empty } from '../../kit/text/Empty'
import { goToCompared } from '../../session/comparison/comparison-store'
import { isFullyRead } from '../../session/episode/episode-store'
import { useView } from '../../session/view/view-store'
import { createMapView, type LocationSide, MapViewContext } from '../map/drawing/map-view'
import { MapDrawing } from '../map/drawing/MapDrawing'
import { representative } from '../map/drawing/representatives'
import { useLayout } from '../map/layout/use-layout'
import { compareStrings } from './strings'
import { useBoth, useCompared, useOpen } from './use-compared'
import styles from './beside.module.css'

const words = compareStrings.map
/** Matches a window in which the page scrolls, see ComparePage.module.css. */
const LOW_WINDOW = '(max-height: 599px)'

/**
 * The rooms of both episodes on one map. It is flat, so that both agents are on it. Shows which episode found each
 * room, and where both agents are at the shown turn.
 */
export function CompareMap() {
  const { comparison } = useCompared()
  const maps = useBoth(({ history }) => history.latest.map)
  const count = mapPair(maps, ({ locations }) => Object.keys(locations).length)
  if (comparison.rooms === null) return <Empty>{words.otherGame}</Empty>
  if (count.a + count.b === 0) return <Empty>{words.none}</Empty>
  return <Drawn maps={maps} />
}

function Drawn({ maps }: { readonly maps: Pair<WorldMap> }) {
  const { ids } = useOpen()
  const { comparison } = useCompared()
  const shown = useBoth((episode) => episode.shown.map)
  const areRead = useBoth(isFullyRead)
  const merged = useMemo(() => mergeMaps(maps), [maps])
  const mazes = useMemo(() => findMazes(merged), [merged])
  const whole = useMemo(() => foldMazes(merged, mazes), [merged, mazes])
  const layout = useLayout(nameOfTwo(ids), whole, areRead.a && areRead.b, 'flat')
  const [isOfTurn, setIsOfTurn] = useState(useView.getState().hidesAhead)
  const view = useMemo(() => viewOf(isOfTurn ? shown : maps, shown, maps, mazes), [isOfTurn, shown, maps, mazes])
  const [store] = useState(createMapView)
  const [selected, select] = useState<number | null>(null)
  useLayoutEffect(
    () => store.setState({ ...view, counted: view.map, surveyed: unsurveyed, selected }),
    [store, view, selected],
  )
  const isOnScrollingPage = useWindowIs(LOW_WINDOW)
  const location = selected === null ? undefined : whole.locations[selected]
  const { rooms } = comparison
  return (
    <MapViewContext value={store}>
      <div
        className={styles.panel}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || selected === null) return
          event.preventDefault()
          select(null)
        }}
      >
        <div className={styles.bar}>
          <p className={styles.counts}>
            {rooms && words.both(rooms.both.length)}
            {rooms &&
              SIDES.map((side) => (
                <span key={side} className={styles.count}>
                  {' · '}
                  <span className={styles.swatch} data-side={side} />
                  {words.only(side, rooms[side].length)}
                </span>
              ))}
          </p>
          <Check label={words.ofTurn} isOn={isOfTurn} onSwitch={setIsOfTurn} />
        </div>
        <div className={styles.drawing}>
          <MapDrawing
            map={whole}
            layout={layout}
            level={0}
            isOnScrollingPage={isOnScrollingPage}
            onOpen={select}
            onToggle={(id) => select((now) => (now === id ? null : id))}
          />
        </div>
        {location && <Found name={location.name} found={mapPair(maps, ({ locations }) => locations[location.id])} />}
      </div>
    </MapViewContext>
  )
}

/** When each episode found a room, with links to those turns. */
function Found({ name, found }: { readonly name: string; readonly found: Pair<Location | undefined> }) {
  return (
    <div className={styles.found} role="status">
      <h3 className={styles.name}>{name}</h3>
      {SIDES.map((side) => {
        const room = found[side]
        if (room === undefined) return <p key={side}>{words.never(side)}</p>
        return (
          <p key={side}>
            {words.found(side, room.firstTurn, room.visits)}{' '}
            <Button look="quiet" onClick={() => goToCompared(room.firstTurn)}>
              {words.goThere(side, room.firstTurn)}
            </Button>
          </p>
        )
      })}
    </div>
  )
}

/**
 * `seen`: the maps to draw. `shown`: the maps at the shown turn. `maps`: the maps at the end, which determine the side
 * that found a room.
 */
function viewOf(seen: Pair<WorldMap>, shown: Pair<WorldMap>, maps: Pair<WorldMap>, mazes: readonly Maze[]) {
  const map = foldMazes(mergeMaps(seen), mazes)
  const boxOf = (location: number) => representative(location, mazes)
  const at = mapPair(shown, ({ here }) => (here === null ? null : boxOf(here)))
  const found = mapPair(maps, ({ locations }) => new Set(Object.keys(locations).map((id) => boxOf(Number(id)))))
  const sides = new Map<number, LocationSide>()
  for (const id of Object.keys(map.locations).map(Number)) {
    const only = found.a.has(id) === found.b.has(id) ? null : onlySide(found, id)
    const here = SIDES.filter((side) => at[side] === id)
    const labels = [
      ...(only === null ? [] : [words.onlyMark(only)]),
      ...(here.length > 0 ? [words.hereMark(here.map(compareStrings.letter).join(' '))] : []),
    ]
    sides.set(id, { of: only, words: labels.join(' · '), here })
  }
  const mazeSizes = new Map(
    mazes.map(({ id, locations }) => [
      id,
      locations.filter((one) => seen.a.locations[one] ?? seen.b.locations[one]).length,
    ]),
  )
  return { map, sides, mazeSizes }
}

const onlySide = (found: Pair<ReadonlySet<number>>, id: number): Side => (found.a.has(id) ? 'a' : 'b')
