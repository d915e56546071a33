import { visibleLine } from '@shared/base/visible-text'
import { count, formatBytes, formatDay, formatNumber } from '../../kit/text/format'

const host = (address: string): string => (URL.canParse(address) ? new URL(address).host : visibleLine(address, 200))

/** Strings for the search in registries of MCP servers. */
export const registryStrings = {
  title: 'Find a server',
  registry: 'Registry',
  search: 'Name contains',
  begin: 'Search',
  hint: (registry: string) => `${host(registry)} receives the text when you press Search. Nothing is sent before.`,
  noRegistries: 'The settings name no registry. Add one under Tools, Registries.',
  asking: (registry: string) => `Asking ${host(registry)}…`,
  seconds: (seconds: number) => `${formatNumber(seconds)} s`,
  cancel: 'Cancel',
  cancelled: 'Search cancelled.',
  retry: 'Try again',
  results: 'Servers found',
  found: (servers: number, hasMore: boolean) =>
    hasMore ? `${count(servers, 'server', 'servers')}, and there are more.` : `${count(servers, 'server', 'servers')}.`,
  nothing: (text: string) => (text === '' ? 'This registry is empty.' : `No server name contains “${text}”.`),
  unreadable: (entries: number) => `${count(entries, 'entry', 'entries')} could not be read.`,
  more: 'Load more',
  choose: 'Search for a server, then select it to see what it would run.',

  about: (name: string) => `About ${name}`,
  name: 'Name',
  namespace: 'Publisher',
  repository: 'Repository',
  website: 'Website',
  version: 'Version',
  published: (version: string, at: string | null) => (at === null ? version : `${version}, ${formatDay(at)}`),
  otherVersions: 'Other versions…',
  onlyVersion: 'There is no other version.',
  deprecated: (message: string | null) => `Its publisher advises against it${message === null ? '.' : `: ${message}`}`,
  unreadableWays: (ways: number) => `${count(ways, 'way', 'ways')} to use it could not be read.`,
  noWays: 'It names no package and no address.',
  looksLike: (other: string) => `Its name looks like ${other}, which is another server.`,
  alreadyThere: (other: string) => `Your list already has a server ${visibleLine(other, 100)}. This is another entry.`,
  shipped: (name: string) => `ZorkGPT ships a server called ${name}. This is not that one.`,

  ways: 'Ways to use it',

  file: 'File',
  host: 'Host',
  sha256: 'SHA-256',
  download: 'Download and look',
  downloadHint:
    'At most 128 MB are downloaded, and checked. Nothing is unpacked or run: you first see what it would run.',
  downloading: (from: string) => `Downloading from ${visibleLine(from, 200)}…`,
  progress: 'Download of the bundle',
  received: (bytes: number, total: number | null) =>
    total === null ? formatBytes(bytes) : `${formatBytes(bytes)} of ${formatBytes(total)}`,
  notDownloaded: (reason: string) => `The bundle was not opened: ${reason}`,
} as const
