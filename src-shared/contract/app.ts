import { z } from 'zod'
import type { PlayerKind } from '../episode/log/event'
import { type ApiOf, command, none } from './define'

export const app = {
  getAppInfo: command(none).gives<AppInfo>(),
  /** The page that an exported episode is embedded in, see `embedEpisode`. */
  readReplayPage: command(none).gives<string>(),
  /** Opens the system's dialog in `from`. Null: none was chosen. Refused with `not_possible` without such a dialog. */
  pickFolder: command(z.object({ from: z.string().max(4096) })).gives<{ readonly path: string | null }>(),
}
export type AppApi = ApiOf<typeof app>

export interface AppInfo {
  readonly version: string
  readonly shell: 'electron' | 'web' | 'cli'
  readonly dataFolder: string
  readonly canPickFolders: boolean
  readonly canReveal: boolean
  /** Versions of what runs the host; null if not present. */
  readonly versions: { readonly node: string; readonly electron: string | null; readonly chrome: string | null }
  /** Players that can be started now, and why the others cannot. */
  readonly players: readonly {
    readonly kind: PlayerKind
    readonly label: string
    readonly unavailable: string | null
  }[]
}
