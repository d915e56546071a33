import { type Node, type NodeProps, useStore } from '@xyflow/react'
import { useContext } from 'react'
import { leastZoomOf } from '@shared/map/drawing/names'
import { loopsOf } from '@shared/map/links'
import { useTextScale } from '../../../kit/browser/window-size'
import { mapStrings } from '../strings'
import { isWholeOnScreen } from './key-names'
import { endOfWay, locationName, type MapView, MapViewContext, useMapParts } from './map-view'
import { shortLoops } from './representatives'
import { isLifted } from './words/words'
import styles from './LocationNode.module.css'

export type LocationNodeType = Node<
  {
    readonly id: number
    readonly isStart: boolean
    readonly isLocked: boolean
    readonly onToggle: (id: number) => void
  },
  'location'
>

/** Number of shades for visits; each doubling of the visits has one. */
const SHADES = 5
const shadeOf = (visits: number): number => Math.min(SHADES, Math.floor(Math.log2(visits)))

/**
 * A location as a button. Before its discovery it is hidden instead of removed, so that other locations do not change.
 */
export function LocationNode({
  data: { id, isStart, isLocked, onToggle },
  positionAbsoluteX,
  positionAbsoluteY,
}: NodeProps<LocationNodeType>) {
  const store = useContext(MapViewContext)
  const seen = useMapParts((view) => seenOf(view, id))
  const {
    name,
    shade,
    visits,
    loops,
    isHere,
    isDead,
    side,
    isSelected,
    isLit,
    light,
    things,
    isOnWay,
    end,
    isTabStop,
  } = seen
  const isWhole = useIsWhole(name ?? '', positionAbsoluteX, positionAbsoluteY)
  if (name === null) return null
  const isDark = light === 'none' || light === 'brought'
  /**
   * The accessible name: the location's name, the marks of its box and the words beside it. The counts are in it
   * because, as text elements, they would cause a layout at each step.
   */
  const words = [
    name,
    end && mapStrings.endOfWay[end],
    ...(isHere ? [mapStrings.agentHere] : []),
    ...(isStart ? [mapStrings.start] : []),
    ...(isDead ? [`† ${mapStrings.died}`] : []),
    side?.words,
    loops,
    mapStrings.visited(visits),
    ...(isDark ? [mapStrings.light[light]] : []),
    things,
  ]
  return (
    <button
      type="button"
      className={styles.location}
      data-location={id}
      data-here={isHere || undefined}
      data-side={side?.of ?? undefined}
      data-lit={isLit || undefined}
      data-on-way={isOnWay || undefined}
      data-end={end || undefined}
      data-lifted={seen.isLifted || undefined}
      data-shade={shade}
      aria-label={words.filter(Boolean).join(' ')}
      aria-current={isHere ? 'location' : undefined}
      aria-expanded={isSelected}
      title={[name, mapStrings.visited(visits), ...(isDark ? [mapStrings.light[light]] : [])].join(' · ')}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onToggle(id)}
      onPointerEnter={() => store.setState({ hovered: id })}
      onPointerLeave={() => store.setState({ hovered: null })}
    >
      <span className={styles.name} data-name={isWhole ? 'whole' : hiddenAs(name)}>
        {name}
      </span>
      {isHere && <span className={styles.agent} />}
      {side !== undefined && side.here.length > 0 && (
        <span className={styles.players}>
          {side.here.map((one) => (
            <span key={one} data-player={one} />
          ))}
        </span>
      )}
      {end && <span className={styles.end}>{mapStrings.endMark[end]}</span>}
      {isLocked && <span className={styles.pin} />}
      {isDark && <span className={styles.dark} />}
    </button>
  )
}

/** Everything that a location shows, in one selector, because all selectors run at every change of the view. */
function seenOf(view: MapView, id: number) {
  const { map, counted, diedIn, sides, selected, lit, surveyed, way, tabStop } = view
  const location = map.locations[id]
  return {
    name: locationName(view, id, mapStrings.maze),
    shade: shadeOf(location?.visits ?? 0),
    visits: (counted.locations[id] ?? location)?.visits ?? 0,
    loops: location ? shortLoops(loopsOf(location)) : '',
    isHere: map.here === id,
    isDead: diedIn.has(id),
    side: sides.get(id),
    isSelected: selected === id,
    isLit: lit === id,
    light: location ? surveyed.lights[id] : undefined,
    things: view.things.get(id)?.join(', ') ?? '',
    isLifted: isLifted(view, id),
    isOnWay: way?.locations.has(id) ?? false,
    end: endOfWay(way, id),
    isTabStop: (tabStop ?? map.here) === id,
  }
}

/** A name that fits at no zoom is cut instead of hidden. */
const hiddenAs = (name: string) => (leastZoomOf(name) < Infinity ? 'hidden' : 'cut')

function useIsWhole(name: string, x: number, y: number): boolean {
  const scale = useTextScale()
  return useStore(({ transform, width, height }) => {
    const view = { x: transform[0], y: transform[1], zoom: transform[2] }
    return isWholeOnScreen(name, { x, y }, { view, panel: { width, height }, scale })
  })
}
