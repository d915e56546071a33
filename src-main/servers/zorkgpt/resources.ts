import type { ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { isExpected } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { EPISODE_ID } from '@shared/contract/episode-id'
import { formatMarkdown } from '@shared/episode/export/markdown'
import { isDraft, type LoggedEvent } from '@shared/episode/log/event'
import { redactEvents } from '@shared/episode/log/redact'
import { emptyEpisode, type EpisodeState } from '@shared/episode/state/episode'
import { reduceEvents } from '@shared/episode/state/reduce-episode'
import type { ResourceContent, ServerResources } from '../serving/offer-resources'
import { drawMermaid, drawSvg } from '../text-adventure/maps'
import type { EpisodeListWatch } from './episode-list-watch'

const LIBRARY_URI = 'zorkgpt://episodes'
/** Number of episodes listed by name; the templates reach all of them. */
const LISTED = 100
const LOG_PIECE_BYTES = 1 << 20

interface View {
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly show: (state: EpisodeState) => string
}

const VIEWS: Readonly<Record<string, View>> = {
  transcript: {
    title: 'Transcript',
    description: 'The episode as a Markdown document.',
    mimeType: 'text/markdown',
    show: (state) => formatMarkdown(state, { withThoughts: false }),
  },
  map: {
    title: 'Map',
    description: 'The discovered geography: locations by number, their exits and where they lead.',
    mimeType: 'application/json',
    show: ({ map }) => JSON.stringify(map),
  },
  'map.mmd': {
    title: 'Map as a diagram',
    description: 'The map as a Mermaid flowchart.',
    mimeType: 'text/vnd.mermaid',
    show: drawMermaid,
  },
  'map.svg': {
    title: 'Map as a drawing',
    description: 'The map as an SVG drawing.',
    mimeType: 'image/svg+xml',
    show: drawSvg,
  },
  manifest: {
    title: 'Manifest',
    description: 'What was played, and by whom: story, seed, player, versions. Settings, paths and keys are left out.',
    mimeType: 'application/json',
    show: ({ manifest }) => JSON.stringify(manifest),
  },
}

export const uriOf = (episodeId: string, view: string): string => `${LIBRARY_URI}/${episodeId}/${view}`

const TEMPLATES: readonly ResourceTemplate[] = [
  ...Object.entries(VIEWS).map(([name, { title, description, mimeType }]) => ({
    uriTemplate: uriOf('{episode}', name),
    name,
    title,
    description,
    mimeType,
  })),
  {
    uriTemplate: uriOf('{episode}', 'log{?from}'),
    name: 'log',
    title: 'Event log',
    description: `The events as JSON lines, from the event with seq \`from\` on (default 0), at most ${LOG_PIECE_BYTES >> 20} MB; the next piece begins after the last seq. Settings, paths and keys are left out, and so are surveys, which no player may see.`,
    mimeType: 'application/jsonl',
  },
]

/** The list of episodes and every episode in it, without the data that an export omits. */
export function episodeResources(api: HostApi, episodeList: EpisodeListWatch): ServerResources {
  return {
    templates: TEMPLATES,
    async list() {
      const rows = await episodeList.rows()
      const title = ({ id, summary, annotations }: (typeof rows)[number]) =>
        annotations.title ?? (summary ? `${summary.game.title}, ${summary.player.label}, ${summary.turns} turns` : id)
      return [
        {
          uri: LIBRARY_URI,
          name: 'episodes',
          title: 'Episodes',
          description: 'All episodes.',
          mimeType: 'application/json',
        },
        ...rows.slice(0, LISTED).map((row) => ({
          uri: uriOf(row.id, 'transcript'),
          name: row.id,
          title: title(row),
          mimeType: 'text/markdown',
        })),
      ]
    },
    async read(uri): Promise<ResourceContent | null> {
      if (uri === LIBRARY_URI)
        return {
          mimeType: 'application/json',
          body: JSON.stringify(
            (await episodeList.rows()).map(({ id, running, summary, annotations: { title } }) => ({
              id,
              running,
              title,
              summary,
            })),
          ),
        }
      const place = parseUri(uri)
      if (place === null) return null
      const view = Object.hasOwn(VIEWS, place.view) ? VIEWS[place.view] : undefined
      if (!view && place.view !== 'log') return null
      const read = view
        ? readPublicState(api, place.episodeId).then((state) => ({ mimeType: view.mimeType, body: view.show(state) }))
        : readLogPiece(api, place.episodeId, place.from).then((body) => ({ mimeType: 'application/jsonl', body }))
      return read.catch((error: unknown) => {
        if (isExpected(error, 'not_found')) return null
        throw error
      })
    },
    watch(uri, changed, signal) {
      const episodeId = parseUri(uri)?.episodeId
      episodeList.listen(({ id }) => {
        if (episodeId === undefined || id === episodeId) changed()
      }, signal)
    },
  }
}

function parseUri(uri: string) {
  const [path = '', query = ''] = uri.split('?')
  const [episodeId = '', view = '', ...more] = path.startsWith(`${LIBRARY_URI}/`)
    ? path.slice(LIBRARY_URI.length + 1).split('/')
    : []
  const from = Number(new URLSearchParams(query).get('from') ?? 0)
  return EPISODE_ID.test(episodeId) && more.length === 0 && Number.isSafeInteger(from) && from >= 0
    ? { episodeId, view, from }
    : null
}

/** The logged events so far, without the data that an export omits. Surveys could help a client that is a player. */
async function* publicEvents(api: HostApi, episodeId: string, fromSeq: number): AsyncGenerator<readonly LoggedEvent[]> {
  for await (const { events, live } of api.watchEpisode({ episodeId, fromSeq }, new AbortController().signal)) {
    yield redactEvents(
      events.filter((event): event is LoggedEvent => !isDraft(event) && event.event_type !== 'location_surveyed'),
    ).events
    if (live) return
  }
}

export async function readPublicState(api: HostApi, episodeId: string): Promise<EpisodeState> {
  let state = emptyEpisode
  for await (const events of publicEvents(api, episodeId, 0)) state = reduceEvents(state, events)
  return state
}

async function readLogPiece(api: HostApi, episodeId: string, fromSeq: number): Promise<string> {
  const lines: string[] = []
  let bytes = 0
  for await (const events of publicEvents(api, episodeId, fromSeq)) {
    for (const event of events) {
      const line = `${JSON.stringify(event)}\n`
      bytes += Buffer.byteLength(line)
      // An event is never split, so a longer one is a piece by itself.
      if (bytes > LOG_PIECE_BYTES && lines.length > 0) return lines.join('')
      lines.push(line)
    }
  }
  return lines.join('')
}
