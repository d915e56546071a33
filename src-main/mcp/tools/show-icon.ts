import type { Icon } from '@modelcontextprotocol/sdk/types.js'

const LONGEST_ICON = 64 * 1024

/** Kinds that a browser draws without running anything, also an SVG as an image. */
const DATA_URL = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)(?:;charset=utf-8)?(?:;base64)?,[^\s"'<>\\]*$/i

/**
 * The first icon that is part of the answer, as a data URL. One at an address is not loaded: the address would learn
 * when a person looks at the server.
 */
export const showIcon = (icons: readonly Pick<Icon, 'src'>[] | undefined): string | null =>
  icons?.find(({ src }) => src.length <= LONGEST_ICON && DATA_URL.test(src))?.src ?? null
