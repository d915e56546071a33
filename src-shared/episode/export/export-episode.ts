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

export interface Export {
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
