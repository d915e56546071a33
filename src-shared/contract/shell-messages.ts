import type { Story } from './stories'

/**
 * What the desktop shell and its page tell each other beside the contract: not about the host, but about this one
 * window. Both ends check what they are told; a page in a browser hears nothing of this.
 */

/** IPC channel over which the port of the contract is handed to the page, once. */
export const PORT_CHANNEL = 'zorkgpt:port'

/** IPC channel, and the name under which the preload passes messages on to the page. */
export const SHELL_CHANNEL = 'zorkgpt:shell'

/** Links of this scheme lead into the desktop app: `zorkgpt://episode/ID/TURN`. */
export const LINK_SCHEME = 'zorkgpt'

/** From the shell to its page. */
export type ShellMessage =
  /** A row of the page's table of actions was chosen in the native menu. */
  | { readonly kind: 'action'; readonly id: string }
  /** The system asked the app to open an exported episode. */
  | { readonly kind: 'episodeFile'; readonly name: string; readonly text: string }
  /** The system asked the app to open a story, which now is in the library. */
  | { readonly kind: 'story'; readonly story: Story }
  /** Somebody followed a link to an episode of this computer, at a turn or live. */
  | { readonly kind: 'link'; readonly episodeId: string; readonly turn: number | null }

/** From the page to the shell. */
export type PageMessage =
  /** The table of actions. */
  | { readonly kind: 'menu'; readonly rows: readonly MenuRow[] }
  /** What the reader chose, for all that the system draws: the frame of the window, menus, dialogs. */
  | { readonly kind: 'theme'; readonly theme: 'system' | 'dark' | 'light' | 'contrast' }

/** An action as the native menu shows it. */
export interface MenuRow {
  readonly id: string
  readonly label: string
  readonly group: 'episode' | 'move' | 'marks' | 'view' | 'help'
  /** As the page names keys, e.g. "Mod+K"; null for an action that has none that a menu can show. */
  readonly key: string | null
  readonly enabled: boolean
}
