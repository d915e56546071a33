import type { Region } from '../../kit/layout/regions'
import { useComparison } from '../comparison/comparison-store'
import { useExperiments } from '../experiments/experiments-store'
import { type Dialog, setView, useView } from '../view/view-store'

/** The documents of Help in the order of its contents: files of the `docs` folder, and the README of the repository. */
export const HELP_DOCUMENTS = [
  'README',
  'install',
  'window',
  'settings',
  'mcp',
  'local-models',
  'mind',
  'knowledge',
  'experiments',
  'exports',
  'explorer',
  'servers',
  'zorkgpt-server',
  'cluster',
  'tracing',
  'game',
] as const
export type HelpDocument = (typeof HELP_DOCUMENTS)[number]
export type HelpPage = HelpDocument | 'legend'
/** A page, or the heading with this anchor in it. */
export type HelpPlace = HelpPage | `${HelpPage}#${string}`

export function partsOf(place: HelpPlace): { readonly page: HelpPage; readonly anchor: string | null } {
  const [page = '', anchor = null] = place.split('#')
  return { page: page as HelpPage, anchor }
}

/** The places that the window links to. A test checks that each exists. */
export const HELP = {
  columns: 'window#columns',
  compare: 'window#fork-and-compare',
  disguise: 'knowledge#the-mirror',
  experimentFile: 'experiments#the-file',
  experiments: 'experiments#in-the-window',
  exports: 'exports',
  figures: 'experiments#what-the-figures-mean',
  fork: 'window#fork-and-compare',
  handicap: 'settings#handicap-and-death',
  inspector: 'window#turn-inspector',
  knowledge: 'knowledge',
  legend: 'legend',
  library: 'window#episodes',
  localModels: 'local-models',
  map: 'window#map',
  mcp: 'mcp#in-the-window',
  mind: 'mind',
  newEpisode: 'window#a-new-episode',
  notes: 'window#story',
  pauseRules: 'settings#what-pauses-a-run',
  players: 'window#players',
  settings: 'settings#how-settings-apply',
  stories: 'game',
  start: 'README',
  story: 'window#story',
  timeline: 'window#timeline',
} as const satisfies Readonly<Record<string, HelpPlace>>

const OF_DIALOG: Readonly<Partial<Record<Dialog, HelpPlace>>> = {
  newEpisode: HELP.newEpisode,
  stories: HELP.stories,
  localModels: HELP.localModels,
  mcp: HELP.mcp,
  callAgain: HELP.mcp,
  fork: HELP.fork,
  figures: HELP.timeline,
  export: HELP.exports,
  exportMany: HELP.exports,
  compare: HELP.compare,
  note: HELP.notes,
  pauseRules: HELP.pauseRules,
  settings: HELP.settings,
}

const OF_REGION: Readonly<Record<Region, HelpPlace>> = {
  controls: HELP.start,
  library: HELP.library,
  story: HELP.story,
  map: HELP.map,
  inspector: HELP.inspector,
  timeline: HELP.timeline,
  status: HELP.start,
}

/** The section of Help about the focused dialog, page or region; otherwise the first page. */
export function helpPlaceHere(): HelpPlace {
  const { dialog, mapTab } = useView.getState()
  if (dialog !== null) return OF_DIALOG[dialog] ?? HELP.start
  if (useExperiments.getState().open !== null) return HELP.experiments
  if (useComparison.getState().open !== null) return HELP.compare
  const region = document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region
  if (region === 'map' && mapTab === 'mind') return HELP.mind
  return OF_REGION[region as Region] ?? HELP.start
}

/** Opens Help over everything else. With `startsInSearch`, the search field has the focus. */
export const openHelp = (place: HelpPlace, startsInSearch = false) => setView({ help: { place, startsInSearch } })
export const closeHelp = () => setView({ help: null })
