import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** Where the window was left: its size and place in device-independent pixels, as it is when it fills nothing. */
export interface WindowState {
  readonly bounds: Bounds
  readonly isMaximized: boolean
}

interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const pixels = z.number().int()
const windowState = z.object({
  bounds: z.object({ x: pixels, y: pixels, width: pixels.positive(), height: pixels.positive() }),
  isMaximized: z.boolean(),
}) satisfies z.ZodType<WindowState>

/** So much of the window must be on a screen that is still there to be taken hold of. */
const GRIP_PX = 80

/**
 * Null if there is none, if the file holds something else, or if no screen shows enough of where the window was: then
 * the system places it.
 */
export function readWindowState(file: string, screens: readonly Bounds[]): WindowState | null {
  try {
    const state = windowState.parse(JSON.parse(readFileSync(file, 'utf8')))
    return screens.some((screen) => overlap(state.bounds, screen)) ? state : null
  } catch {
    return null
  }
}

/** How a window looks is nothing to fail for: what cannot be written is forgotten. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(file, `${JSON.stringify(state)}\n`)
  } catch {
    // A full disk or a folder that may not be written: the next start uses the usual size.
  }
}

function overlap(window: Bounds, screen: Bounds): boolean {
  const width = Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x)
  const top = window.y - screen.y
  return width >= GRIP_PX && top > -GRIP_PX / 2 && top <= screen.height - GRIP_PX
}
