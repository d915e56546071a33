import type { MindPart } from '../episode/log/mind-schema'
import { isLive } from '../episode/log/mind-state'
import { FAILURES } from '../episode/state/failures'
import { knowledgeOfPlace } from './knowledge/slice'
import { formatFacts } from './parts/facts'
import { frontierSection } from './parts/frontier'
import { notesSection } from './parts/note-events'
import { objectivesSection } from './parts/objectives'
import { placeSection } from './parts/place-section'
import { placesOf } from './parts/places'
import { stuckSection } from './parts/stuck-note'
import type { MindView, Section } from './view'

/** A named section of a prompt, which the inspector shows by name. */
interface NamedText {
  readonly name: string
  readonly text: string
}

/** The section of each part, in the order of the tail. */
const SECTIONS: readonly (readonly [MindPart, Section])[] = [
  ['places', placeSection],
  ['notes', notesSection],
  ['frontier', frontierSection],
  ['objectives', objectivesSection],
  ['stuck', stuckSection],
]

/**
 * The texts after the newest message, which later turns do not send again: the sections of the parts in force, the
 * knowledge about this place and, if the part `context` builds the prompt, the facts of the state block.
 */
export function tailOf(view: MindView): readonly NamedText[] {
  const now = view.blocks.at(-1)
  const known = knowledgeOfPlace(view.mind.knowledge, now?.location?.id)
  const told = SECTIONS.flatMap(([part, section]): readonly NamedText[] => {
    const text = view.mind.parts.includes(part) ? section(view) : null
    return text === null ? [] : [{ name: part, text }]
  })
  const said = [...told, ...(known === null ? [] : [{ name: 'knowledge here', text: known }])]
  if (now === undefined || !view.mind.parts.includes('context')) return said
  return [{ name: 'state', text: formatFacts(now) }, ...said, ...plainSection(view)]
}

/**
 * Failed commands and objectives, in one line each, for prompts without a state block. Each is omitted if a part in
 * force has a section for it.
 */
function plainSection({ mind, state, blocks }: MindView): readonly NamedText[] {
  const here = placesOf(blocks).get(blocks.at(-1)?.location?.id ?? NaN)
  const failed = [...(here?.attempts ?? [])].filter(([, { outcome }]) => FAILURES.has(outcome)).map(([said]) => said)
  const aims = state.objectives.filter(isLive).map(({ text }) => text)
  return [
    ...(mind.parts.includes('places') || failed.length === 0
      ? []
      : [{ name: 'places', text: `Tried here without success: ${failed.slice(-MAX_LISTED).join('; ')}.` }]),
    ...(mind.parts.includes('objectives') || aims.length === 0
      ? []
      : [{ name: 'objectives', text: `Your objectives: ${aims.slice(-MAX_LISTED).join('; ')}.` }]),
  ]
}

const MAX_LISTED = 8
