import type { Icon } from '@modelcontextprotocol/sdk/types.js'

const LONGEST_ICON = 64 * 1024

/** Images that a browser draws without running code, including SVG. */
const DATA_URL = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)(?:;charset=utf-8)?(?:;base64)?,[^\s"'<>\\]*$/i

/**
 * The first icon that is a valid data URL, or null. Icons at other addresses are not loaded, because their servers
 * would learn when a person looks at the tool.
 */
export const showIcon = (icons: readonly Pick<Icon, 'src'>[] | undefined): string | null =>
  icons?.find(({ src }) => src.length <= LONGEST_ICON && DATA_URL.test(src))?.src ?? null
