import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const pixels = z.number().int()
/** The fragment of an address in the page. */
export const pageAddress = z.string().regex(/^(?:#[\w/%.,:~-]{1,400})?$/)
/** The window's bounds in device-independent pixels while it was not maximized, and its theme. */
const windowState = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: pixels.positive(), height: pixels.positive() }),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean().default(false),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** The fragment of the page's address, which names the open episode. */
  address: pageAddress.default(''),
})
export type WindowState = Readonly<z.infer<typeof windowState>>
type Bounds = Readonly<WindowState['bounds']>

/** The address of an episode from a file, which the next start cannot open. */
const FROM_FILE = /^#\/episode\/file(?::|%3A)/i

/** The fragment of the page's URL that the next start opens; empty for none. */
export function addressIn(url: string): string {
  const address = pageAddress.safeParse(/#.*/.exec(url)?.[0]).data ?? ''
  return FROM_FILE.test(address) ? '' : address
}

/** The size of a first window, and the smallest size that the page supports; both fit on the screen. */
export const firstSize = ({ width, height }: Pick<Bounds, 'width' | 'height'>) => ({
  width: Math.min(1440, width),
  height: Math.min(900, height),
  minWidth: Math.min(720, width),
  minHeight: Math.min(450, height),
})

/** Part of the window that must be on an existing screen, so that it can be dragged. */
const GRIP_PX = 80

/** Null if there is no valid file, or if no screen would show enough of the window. The system then places it. */
export function readWindowState(file: string, screens: readonly Bounds[]): WindowState | null {
  try {
    const state = windowState.parse(JSON.parse(readFileSync(file, 'utf8')))
    return screens.some((screen) => overlap(state.bounds, screen)) ? state : null
  } catch {
    return null
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, `${JSON.stringify(state)}\n`)
  } catch {
    // The disk may be full or the folder read-only. The next start then uses the default size.
  }
}

function overlap(window: Bounds, screen: Bounds): boolean {
  const width = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  const top = window.y - screen.y
  return width >= GRIP_PX && top > -GRIP_PX / 2 && top <= screen.height - GRIP_PX
}
