import type { Story } from './stories'

/** Messages of the desktop shell and its page about this one window. Both ends validate what they receive. */

/** IPC channel that passes the port of the contract to the page, once. */
export const PORT_CHANNEL = 'zorkgpt:port'

/** IPC channel, and the name under which the preload script forwards messages to the page. */
export const SHELL_CHANNEL = 'zorkgpt:shell'

/** Links of this scheme open the desktop app: `zorkgpt://episode/ID/TURN`. */
export const LINK_SCHEME = 'zorkgpt'

export type ShellMessage =
  /** An item of the native menu was chosen. */
  | { readonly kind: 'action'; readonly id: string }
  /** The operating system asked the app to open an exported episode. */
  | { readonly kind: 'episodeFile'; readonly name: string; readonly text: string }
  /** The operating system asked the app to open a story, which has been added. */
  | { readonly kind: 'story'; readonly story: Story }
  /** A link to an episode of this computer was opened; `turn` null means live. */
  | { readonly kind: 'link'; readonly episodeId: string; readonly turn: number | null }

export type PageMessage =
  /** The table of actions for the native menu. */
  | { readonly kind: 'menu'; readonly rows: readonly MenuRow[] }
  /** The user's theme, for everything that the system draws: window frame, menus and dialogs. */
  | { readonly kind: 'theme'; readonly theme: 'system' | 'dark' | 'light' | 'contrast' }
  /** Opens another window at an address of the page, such as `#/episode/ID/trunk`. */
  | { readonly kind: 'window'; readonly address: string }

export interface MenuRow {
  readonly id: string
  readonly label: string
  readonly group: 'episode' | 'move' | 'marks' | 'view' | 'help'
  /** In the page's notation, such as "Mod+K"; null for an action without a key that a menu can show. */
  readonly key: string | null
  readonly enabled: boolean
}
