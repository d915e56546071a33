import type { MindPart } from '../episode/mind'
import { formatStateBlock } from '../episode/state-block'
import type { MindView, Section } from './view'

/** A named piece of a prompt, for the reader of the request. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** What each part says in the tail, in the order in which it stands there. */
const SECTIONS: readonly (readonly [MindPart, Section])[] = []

/**
 * What stands behind the newest message and is not sent again with later turns: what the parts in force have to say,
 * and where the whole prompt is laid out for a budget (part `context`) the state block, without the text that stands
 * above it.
 */
export function tailOf(view: MindView): readonly NamedText[] {
  const now = view.blocks.at(-1)
  const said = SECTIONS.flatMap(([part, section]): readonly NamedText[] => {
    const text = view.mind.parts.includes(part) ? section(view) : null
    return text === null ? [] : [{ name: part, text }]
  })
  if (now === undefined || !view.mind.parts.includes('context')) return said
  const { observation: _observation, ...facts } = now
  return [{ name: 'state', text: formatStateBlock(facts) }, ...said]
}
