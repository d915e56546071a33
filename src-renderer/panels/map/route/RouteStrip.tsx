import { ArrowLeftRight, Check, Copy, X } from 'lucide-react'
import { useState, useCallback, useLayoutEffect, useMemo } from 'react'
import type { Maze } from '@shared/map/maze'
import { commandsOf, type RouteDescription, type RouteStep, describeRoute } from '@shared/map/route'
import type { WorldMap } from '@shared/map/world-map'
import { Button } from '../../../kit/Button'
import { IconButton } from '../../../kit/IconButton'
import { copyText } from '../../../session/episode/links/copy'
import { conditionsOf, type MapView, type MapViewStore, type ShownRoute } from '../drawing/map-view'
import { locationsOf, representative } from '../drawing/representatives'
import { passageKey } from '../drawing/trail'
import { mapStrings } from '../strings'
import styles from '../MapPanel.module.css'

interface RouteStripProps {
  readonly asked: RequestedRoute
  readonly view: Pick<MapView, 'map' | 'surveyed'>
  readonly nameOf: (location: number) => string | null
  readonly onFromAgent: () => void
  readonly onTurn: () => void
  readonly onEnd: () => void
}

/** The requested route: a prompt for its ends, or its commands. */
export function RouteStrip({ asked: { from, to, way }, view, nameOf, onFromAgent, onTurn, onEnd }: RouteStripProps) {
  const { here } = view.map
  return (
    <section className={styles.strip} aria-label={mapStrings.way}>
      <header className={styles.header}>
        <p className={styles.routeTitle} role="status">
          {titleOf(from, to, nameOf)}
          {way && <span className={styles.facts}> {factsOf(way)}</span>}
        </p>
        {from === null && here !== null && <Button onClick={onFromAgent}>{mapStrings.wayFromAgent}</Button>}
        {way?.steps && way.steps.length > 0 && <CopyCommands steps={way.steps} />}
        {way && <IconButton icon={ArrowLeftRight} label={mapStrings.turnWay} onClick={onTurn} />}
        <IconButton icon={X} label={mapStrings.endWay} onClick={onEnd} />
      </header>
      {way?.steps && way.steps.length > 0 && (
        <ol className={styles.steps} tabIndex={0} aria-label={mapStrings.wayMoves}>
          {way.steps.map((step) => (
            <li key={`${step.from} ${step.exit}`} className={styles.step}>
              <span className={styles.exit}>{step.exit}</span> <bdi className={styles.to}>{nameOf(step.to)}</bdi>
              <Remarks step={step} view={view} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function titleOf(from: number | null, to: number | null, nameOf: RouteStripProps['nameOf']): string {
  if (from === null) return mapStrings.chooseStart
  const start = nameOf(from) ?? mapStrings.notFoundYet
  return to === null ? mapStrings.chooseEnd(start) : mapStrings.wayFromTo(start, nameOf(to) ?? mapStrings.notFoundYet)
}

function factsOf({ steps, isKnownBack }: RouteDescription): string {
  if (steps === null) return isKnownBack ? mapStrings.onlyBack : mapStrings.noWay
  return steps.length === 0 ? mapStrings.sameRoom : mapStrings.moves(steps.length)
}

/** Obstacles of a move: those that the agent met, and those that only the game's memory shows. */
function Remarks({ step, view }: { readonly step: RouteStep; readonly view: RouteStripProps['view'] }) {
  const door = view.surveyed.passages[step.from]?.[step.exit]?.door
  const isConditional = conditionsOf(
    { ...view, map: { locations: {}, here: null } },
    { ...step, back: null },
  ).isConditional
  const found = [
    ...(step.isOneWay ? [mapStrings.notWalkedBack] : []),
    ...(step.refused > 0 ? [mapStrings.exitSometimesRefused(step.refused)] : []),
  ]
  const hidden = [
    ...(door ? [mapStrings.door(door.name, door.state)] : []),
    ...(isConditional ? [mapStrings.conditional] : []),
  ]
  return (
    <>
      {found.length > 0 && <span className={styles.remark}>{found.join(', ')}</span>}
      {hidden.length > 0 && (
        <span className={styles.hidden} title={mapStrings.fromGameHint}>
          {hidden.join(', ')}
        </span>
      )}
    </>
  )
}

function CopyCommands({ steps }: { readonly steps: readonly RouteStep[] }) {
  const text = commandsOf(steps)
  const [copied, setCopied] = useState('')
  const copy = async () => setCopied((await copyText(text)) ? text : '')
  const Icon = copied === text ? Check : Copy
  return (
    <Button title={text} onClick={() => void copy()}>
      <Icon size={14} aria-hidden="true" />
      {copied === text ? mapStrings.copied : mapStrings.copyWay}
    </Button>
  )
}

/** The ends of a route, as drawn locations (representatives). */
interface Ends {
  readonly from: number | null
  readonly to: number | null
}

interface RequestedRoute extends Ends {
  /** Null until both ends are selected. */
  readonly way: RouteDescription | null
}

interface RouteControl {
  /** Null while no route is requested. */
  readonly asked: RequestedRoute | null
  readonly ask: (ends?: Partial<Ends>) => void
  readonly turn: () => void
  readonly end: () => void
  /** Selects the missing end of the route; returns false if none is missing. */
  readonly pick: (location: number) => boolean
}

/** A route between two locations, over exits known at the playhead. */
export function useRoute(map: WorldMap, mazes: readonly Maze[], store: MapViewStore): RouteControl {
  const [ends, setEnds] = useState<Ends | null>(null)
  const asked = useMemo((): RequestedRoute | null => {
    if (ends === null) return null
    const { from, to } = ends
    const isChosen = from !== null && to !== null
    return { from, to, way: isChosen ? describeRoute(map, startsOf(from, map, mazes), locationsOf(to, mazes)) : null }
  }, [ends, map, mazes])
  useLayoutEffect(() => store.setState({ way: asked && shownWay(asked, mazes) }), [store, asked, mazes])

  // The callback is stable until an end is selected, because every node of the drawing retains it.
  const pick = useCallback(
    (location: number): boolean => {
      if (ends === null || (ends.from !== null && ends.to !== null)) return false
      const chosen = representative(location, mazes)
      setEnds(ends.from === null ? { ...ends, from: chosen } : { ...ends, to: chosen })
      return true
    },
    [ends, mazes],
  )
  return {
    asked,
    pick,
    ask: ({ from = null, to = null } = {}) =>
      setEnds({ from: from && representative(from, mazes), to: to && representative(to, mazes) }),
    turn: () => setEnds((now) => now && { from: now.to, to: now.from }),
    end: () => setEnds(null),
  }
}

/**
 * Selects an end of the route if one is missing, otherwise calls `act`. A separate hook for the reason given at
 * `useOpenLocation`.
 */
export const usePickOr = (pick: RouteControl['pick'], act: (location: number) => void) =>
  useCallback(
    (location: number): void => {
      if (!pick(location)) act(location)
    },
    [pick, act],
  )

/** The possible starts. In a maze, the route starts at the agent if the agent is there. */
function startsOf(location: number, { here }: WorldMap, mazes: readonly Maze[]): readonly number[] {
  const all = locationsOf(location, mazes)
  return here !== null && all.includes(here) ? [here] : all
}

function shownWay({ from, to, way }: RequestedRoute, mazes: readonly Maze[]): ShownRoute {
  const steps = (way?.steps ?? []).map((step) => ({
    exit: step.exit,
    from: representative(step.from, mazes),
    to: representative(step.to, mazes),
  }))
  return {
    from,
    to,
    locations: new Set([from, to, ...steps.map((step) => step.to)].filter((id) => id !== null)),
    passages: new Set(steps.map((step) => passageKey(step.from, step.exit, step.to))),
  }
}
