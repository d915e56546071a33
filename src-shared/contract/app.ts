import { z } from 'zod'
import type { PlayerKind } from '../episode/log/event'
import { type ApiOf, command, none } from './define'

export const app = {
  getAppInfo: command(none).gives<AppInfo>(),
  /** The page in which `embedEpisode` embeds an exported episode. */
  readReplayPage: command(none).gives<string>(),
  /**
   * Opens the system's folder dialog in `from`; null if it was cancelled. Refused with `not_possible` if there is no
   * dialog.
   */
  pickFolder: command(z.object({ from: z.string().max(4096) })).gives<{ readonly path: string | null }>(),
}
export type AppApi = ApiOf<typeof app>

export interface AppInfo {
  readonly version: string
  readonly shell: 'electron' | 'web' | 'cli'
  readonly dataFolder: string
  readonly canPickFolders: boolean
  readonly canReveal: boolean
  /** Versions of the host's runtimes; null if absent. */
  readonly versions: { readonly node: string; readonly electron: string | null; readonly chrome: string | null }
  /** All players; `unavailable` is the reason why one cannot be started, or null. */
  readonly players: readonly {
    readonly kind: PlayerKind
    readonly label: string
    readonly unavailable: string | null
  }[]
}
