import { create } from 'zustand'
import type { HostApi } from '@shared/contract/contract'
import type { ExperimentRow, ShownExperiment } from '@shared/contract/experiments'
import type { Pair } from '@shared/episode/compare/pair'
import { nextFrame } from '../../kit/browser/next-frame'
import { useEpisode } from '../episode/episode-store'
import type { Address } from '../episode/links/address'
import { focusRegion } from '../view/regions'

export interface OpenExperiments {
  /** Null for the list of all experiments. */
  readonly name: string | null
  /** The address that was open before. */
  readonly cameFrom: Address | null
}

interface Experiments {
  readonly open: OpenExperiments | null
  /** Followed while the page is open, also for one experiment. Null until the list is received. */
  readonly rows: readonly ExperimentRow[] | null
  /** The report of the open experiment; null until it is received. */
  readonly shown: ShownExperiment | null
  readonly failure: string | null
  /** The two arms that the user compares seed by seed, by experiment. */
  readonly pairs: Readonly<Record<string, Pair<string>>>
  /** The long tables of which the user wants all rows. */
  readonly wholeTables: ReadonlySet<string>
}

export const useExperiments = create<Experiments>()(() => ({
  open: null,
  rows: null,
  shown: null,
  failure: null,
  pairs: {},
  wholeTables: new Set(),
}))

export const choosePair = (experiment: string, arms: Pair<string>) =>
  useExperiments.setState(({ pairs }) => ({ pairs: { ...pairs, [experiment]: arms } }))

export const showAllRows = (table: string) =>
  useExperiments.setState(({ wholeTables }) => ({ wholeTables: new Set([...wholeTables, table]) }))

/** The position to which the user scrolled each report. Not in the store, because nothing renders it. */
export const scrolledTo = new Map<string, number>()

export function closeExperiments(): void {
  if (useExperiments.getState().open !== null) useExperiments.setState({ open: null, shown: null, failure: null })
}
useEpisode.subscribe(({ id }) => {
  if (id !== null) closeExperiments()
})

/** `before`: the address that was open before, if it is not the one that is open now. */
export function openExperiments(name: string | null, before: Address | null = null): void {
  const { open, shown } = useExperiments.getState()
  const { id, playhead } = useEpisode.getState()
  const cameFrom = before ?? (id === null ? (open?.cameFrom ?? null) : { episodeId: id, playhead })
  // Opened before the other page closes, which may render at once: without an open page the address would be cleared.
  useExperiments.setState({
    open: { name, cameFrom },
    shown: shown?.report.experiment === name ? shown : null,
    failure: null,
  })
  useEpisode.getState().close()
}

/** Goes from one experiment to the list, or from the list back to the previous page. */
export function leaveExperiments(): void {
  const { open } = useExperiments.getState()
  if (open === null) return
  if (open.name !== null) return openExperiments(null)
  closeExperiments()
  if (open.cameFrom !== null) useEpisode.getState().open(open.cameFrom.episodeId, open.cameFrom.playhead)
  focusRegion('story')
}

/** Follows the list, and the report of one experiment, until `signal` aborts or the connection is lost. */
export async function followExperiments(api: HostApi, name: string | null, signal: AbortSignal): Promise<void> {
  await Promise.all([followRows(api, signal), name === null ? null : followReport(api, name, signal)])
}

async function followRows(api: HostApi, signal: AbortSignal): Promise<void> {
  for await (const rows of api.watchExperiments({}, signal)) {
    useExperiments.setState({ rows })
    await nextFrame()
  }
}

async function followReport(api: HostApi, name: string, signal: AbortSignal): Promise<void> {
  for await (const shown of api.watchExperiment({ name }, signal)) {
    if (useExperiments.getState().open?.name === name) useExperiments.setState({ shown })
    await nextFrame()
  }
}
