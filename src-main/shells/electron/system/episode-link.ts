import { EPISODE_ID } from '@shared/contract/episode-id'
import { LINK_SCHEME, type ShellMessage } from '@shared/contract/shell-messages'

type Link = Extract<ShellMessage, { kind: 'link' }>

const LINK = new RegExp(`^${LINK_SCHEME}://episode/([^/]+)(?:/(\\d{1,7}))?/?$`)

const isLink = (arg: string) => arg.toLowerCase().startsWith(`${LINK_SCHEME}:`)

/** The links among the arguments. The system starts the app once more for each link that is opened. */
export const linksIn = (args: readonly string[]): readonly string[] => args.filter(isLink)

/** The other arguments. A link that ends like the name of a story file is still a link. */
export const withoutLinks = (args: readonly string[]): readonly string[] => args.filter((arg) => !isLink(arg))

/** Null for any other link, because any page or program can open one. */
export function readLink(link: string): Link | null {
  const [, episodeId = '', turn] = LINK.exec(link) ?? []
  return EPISODE_ID.test(episodeId) ? { kind: 'link', episodeId, turn: turn === undefined ? null : Number(turn) } : null
}
