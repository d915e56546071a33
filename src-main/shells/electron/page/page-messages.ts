import type { BrowserWindow, NativeTheme } from 'electron'
import { z } from 'zod'
import { type PageMessage, SHELL_CHANNEL, type ShellMessage } from '@shared/contract/shell-messages'
import { menuRows } from './menu'
import { pageAddress } from './window-state'

/** Sends the shell's messages to the page. Messages are queued until the page listens. */
export class PageMessages {
  #window: Pick<BrowserWindow, 'webContents'> | null = null
  #waiting: ShellMessage[] = []

  pageListens(window: Pick<BrowserWindow, 'webContents'>): void {
    this.#window = window
    for (const message of this.#waiting.splice(0)) this.tell(message)
  }

  pageIsGone(): void {
    this.#window = null
  }

  tell(message: ShellMessage): void {
    if (this.#window === null) this.#waiting.push(message)
    else this.#window.webContents.postMessage(SHELL_CHANNEL, message)
  }
}

const pageMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('menu'), rows: menuRows }),
  z.object({ kind: z.literal('theme'), theme: z.enum(['system', 'dark', 'light', 'contrast']) }),
  z.object({ kind: z.literal('window'), address: pageAddress }),
]) satisfies z.ZodType<PageMessage>

/** Null for an invalid message, because the page is untrusted. */
export const readPageMessage = (value: unknown): PageMessage | null => pageMessage.safeParse(value).data ?? null

/** The high-contrast theme counts as dark, because it is light on black. */
export const themeSourceOf = ({ theme }: PageMessage & { kind: 'theme' }): NativeTheme['themeSource'] =>
  theme === 'contrast' ? 'dark' : theme
