import { count, formatBytes, formatNumber } from '../../kit/text/format'

/** Strings for opening the bundle of an MCP server. */
export const bundleStrings = {
  title: 'Open a bundle',
  open: 'Open a bundle (.mcpb)…',
  reading: (name: string) => `Reading ${name}…`,
  failed: (reason: string) => `The bundle was not opened: ${reason}`,
  about: (name: string) => `About ${name}`,
  name: 'Name',
  author: 'Author',
  version: 'Version',
  repository: 'Repository',
  license: 'Licence',
  content: 'Content',
  files: (files: number, bytes: number) => `${count(files, 'file', 'files')}, ${formatBytes(bytes)}`,
  folder: 'Unpacked to',
  tools: (tools: number) => `Tools according to its manifest (${formatNumber(tools)})`,
  unsigned: 'Author and name come from the bundle and were not verified. Only its form was checked.',
  fromRegistry:
    'It is the file that the registry describes. Author and name come from the bundle and were not verified.',
} as const
