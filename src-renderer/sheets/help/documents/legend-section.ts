import { JUDGEMENTS } from '@shared/episode/projections/judgement'
import { MARKER_KINDS } from '@shared/episode/projections/markers'
import { mapStrings } from '../../../panels/map/strings'
import { sessionStrings } from '../../../session/strings'
import { turnStrings } from '../../../turn/strings'
import { legendStrings as words } from '../strings'
import type { Section } from './read-document'

/** The legend as text for the search: the shape and the meaning of each mark. */
export const legendSection = (): Section => ({
  page: 'legend',
  anchor: 'legend',
  title: sessionStrings.help.pages.legend,
  heading: [],
  depth: 1,
  blocks: [],
  text: [
    ...MARKER_KINDS.map((kind) => `${words.shapes[kind]}: ${words.markers[kind]}`),
    ...JUDGEMENTS.map(
      (judgement) => `${words.judgementShapes[judgement]}: ${turnStrings.judgement[judgement].meaning}`,
    ),
    words.bookmark,
    words.note,
    words.breakpoint,
    words.hit,
    words.gap,
    words.fork,
    words.start,
    ...Object.values(mapStrings.legendMarks),
  ].join('. '),
})
