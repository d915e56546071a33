import { ArrowLeftRight, Check, Copy, X } from 'lucide-react'
import { useState } from 'react'
import { conditionsOf, type MapView } from '../drawing/map-view'
import { copyText } from '../../../session/episode/links/copy'
import { Button } from '../../../kit/Button'
import { IconButton } from '../../../kit/IconButton'
import { commandsOf, type RouteDescription, type RouteStep } from '@shared/map/describe-route'
import { mapStrings } from '../strings'
import type { RequestedRoute } from './use-route'
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

/** Obstacles of a move that the agent met, and those that only the game's memory tells. */
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
