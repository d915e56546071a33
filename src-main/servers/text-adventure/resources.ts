import { gameStatus } from '@shared/episode/log/play-result'
import { z } from 'zod'
import type { ResourceContent, ServerResources } from '../serving/offer-resources'
import type { Game } from './game'
import type { GameSession } from './game-session'
import { drawMermaid, drawSvg } from './map-drawings'
import { statusOf } from './results'

interface GameResource {
  readonly name: string
  readonly title: string
  readonly mimeType: string
  readonly read: (session: GameSession) => string | Uint8Array
}

const RESOURCES: Readonly<Record<string, GameResource>> = {
  'game://transcript': {
    name: 'transcript',
    title: 'Transcript of the play',
    mimeType: 'text/plain',
    read: ({ notebook }) =>
      notebook.transcript.map(({ action, text }) => (action === null ? text : `> ${action}\n${text}`)).join('\n\n'),
  },
  'game://map.svg': {
    name: 'map-svg',
    title: 'Map as a drawing',
    mimeType: 'image/svg+xml',
    read: ({ notebook }) => drawSvg(notebook.findings),
  },
  'game://map.mmd': {
    name: 'map-mermaid',
    title: 'Map as a Mermaid diagram',
    mimeType: 'text/vnd.mermaid',
    read: ({ notebook }) => drawMermaid(notebook.findings),
  },
  'game://state': {
    name: 'state',
    title: 'Current state',
    mimeType: 'application/json',
    read: (session) => JSON.stringify(statusOf(session)),
  },
  'game://state-schema': {
    name: 'state-schema',
    title: 'JSON schema of the current state',
    mimeType: 'application/schema+json',
    read: () => JSON.stringify(z.toJSONSchema(gameStatus)),
  },
  'game://snapshot': {
    name: 'snapshot',
    title: 'Saved game as a Quetzal file',
    mimeType: 'application/octet-stream',
    read: ({ environment }) => environment.saveQuetzal(),
  },
}

export function gameResources(game: Game): ServerResources {
  return {
    list: async () =>
      Object.entries(RESOURCES).map(([uri, { name, title, mimeType }]) => ({ uri, name, title, mimeType })),
    async read(uri): Promise<ResourceContent | null> {
      const resource = Object.hasOwn(RESOURCES, uri) ? RESOURCES[uri] : undefined
      return resource ? { mimeType: resource.mimeType, body: resource.read(await game.open()) } : null
    },
    watch: (_uri, changed, signal) =>
      void game.open().then((session) => {
        if (!signal.aborted) session.watch(changed, signal)
      }),
  }
}
