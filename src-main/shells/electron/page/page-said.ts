import type { NativeTheme } from 'electron'
import { z } from 'zod'
import type { PageMessage } from '@shared/contract/shell-messages'
import { menuRows } from './menu'

const pageMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('menu'), rows: menuRows }),
  z.object({ kind: z.literal('theme'), theme: z.enum(['system', 'dark', 'light', 'contrast']) }),
]) satisfies z.ZodType<PageMessage>

/** Null for an invalid message: the page is untrusted. */
export const readPageMessage = (value: unknown): PageMessage | null => pageMessage.safeParse(value).data ?? null

/** The high-contrast theme is light on black. */
export const themeSourceOf = ({ theme }: PageMessage & { kind: 'theme' }): NativeTheme['themeSource'] =>
  theme === 'contrast' ? 'dark' : theme
