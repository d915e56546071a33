import { visibleJson } from '../../base/visible-text'
import { noAnnotations } from '../log/annotate'
import type { Annotations } from '../log/annotations'
import { EPISODE_FILE_ENDING } from '../log/episode-file'
import type { LoggedEvent } from '../log/event'
import { emptyEpisode } from '../state/episode'
import { reduceEvents } from '../state/reduce-episode'
import type { OwnFormat } from './formats'
import { formatMarkdown } from './markdown'
import { embedEpisode } from './replay-page'
import type { TurnRange } from './transcript'

/** The name of an exported episode or of a part of it, without the ending. */
export const exportedName = (id: string, range: TurnRange | null): string =>
  range === null ? id : `${id}-turns-${range.from}-${range.to === Infinity ? 'end' : range.to}`

export interface Export {
  /** The name of the file without its ending. */
  readonly id: string
  readonly format: OwnFormat
  readonly events: readonly LoggedEvent[]
  /** Null to leave out the user's annotations. */
  readonly annotations: Annotations | null
  readonly withThoughts: boolean
  readonly readReplayPage: () => Promise<string>
}

export async function exportEpisode({
  id,
  format,
  events,
  annotations,
  withThoughts,
  readReplayPage,
}: Export): Promise<{ readonly name: string; readonly text: string }> {
  switch (format) {
    case 'jsonl':
      return { name: `${id}${EPISODE_FILE_ENDING}`, text: events.map((event) => `${visibleJson(event)}\n`).join('') }
    case 'markdown':
      return { name: `${id}.md`, text: formatMarkdown(reduceEvents(emptyEpisode, events), { withThoughts }) }
    case 'html':
      return {
        name: `${id}.html`,
        text: embedEpisode(await readReplayPage(), {
          fileName: `${id}.html`,
          events,
          annotations: annotations ?? noAnnotations,
        }),
      }
    default:
      return format satisfies never
  }
}
