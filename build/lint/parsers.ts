import { isProduct, type Source } from './sources.ts'

/**
 * Files that may call JSON.parse: the one that bounds it, and code that reads text written by itself, or a file that we
 * ship.
 */
const PARSERS: readonly string[] = [
  'src-shared/base/json/bound-json.ts',
  'src-main/episode/log/read-log.ts',
  'src-renderer/session/connection/parse-lines.ts',
  'src-main/mcp/panel/test-connection.ts',
  'src-main/shells/electron/system/keychain-secrets.ts',
  'src-main/shells/electron/page/window-state.ts',
  'src-main/story/catalog/story-library.ts',
  'src-renderer/turn/text/partial-json.ts',
  'src-renderer/panels/map/drawing/links/LinkLayer.tsx',
  'src-renderer/replay/main.tsx',
  'src-renderer/session/connection/connect-port.ts',
  'src-renderer/session/episode/playback/demo.ts',
  'src-renderer/session/view/merging-storage.ts',
]

/** The files of the product that parse untrusted text without bounds, a sentence each. */
export function strayParsers(sources: readonly Source[]): readonly string[] {
  return sources
    .filter(({ file, text }) => isProduct(file) && /\bJSON\.parse\(/.test(text) && !PARSERS.includes(file))
    .map(({ file }) => `${file} calls JSON.parse: what others wrote becomes a value by parseJson, which bounds it.`)
}
