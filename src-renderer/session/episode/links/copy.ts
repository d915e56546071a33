import { LINK_SCHEME } from '@shared/contract/shell-messages'
import { formatTranscript, type TurnRange } from '@shared/episode/export/transcript'
import { showNotice } from '../../../kit/text/notice-store'
import { sessionStrings as words } from '../../strings'
import { setView } from '../../view/view-store'
import { useEpisode } from '../episode-store'
import { turnOf, type Playhead } from '../playhead'
import { type Address, formatAddress } from './address'

export function copyStory(): Promise<void> {
  const { history, playhead, shown } = useEpisode.getState()
  const to = turnOf(history, playhead)
  return copy(formatTranscript(shown, { from: 0, to }), words.copiedStory(to))
}

/** Copies the selected turns, or the turn at the playhead if none is selected. */
export function copyTurns(): Promise<void> {
  const { history, playhead, shown } = useEpisode.getState()
  const here = turnOf(history, playhead)
  const selected = selectedTurns()
  const state = selected ? history.latest : shown
  const { from, to } = selected ?? { from: here, to: here }
  return copy(formatTranscript(state, { from, to }), words.copiedTurns(from, to))
}

/** The turns that the selection includes completely or partly; null if nothing is selected. */
function selectedTurns(): TurnRange | null {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const touched = [...document.querySelectorAll<HTMLElement>('article[data-turn]')].filter((article) =>
    holdsTextOf(range, article),
  )
  const turns = touched.map(({ dataset }) => Number(dataset.turn))
  return turns.length === 0 ? null : { from: Math.min(...turns), to: Math.max(...turns) }
}

/**
 * Whether a range contains text of an article. A triple click selects up to the start of the next article, but no text
 * in it.
 */
function holdsTextOf(range: Range, article: HTMLElement): boolean {
  if (!range.intersectsNode(article)) return false
  const part = document.createRange()
  part.selectNodeContents(article)
  if (article.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset)
  if (article.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset)
  return part.toString().trim() !== ''
}

/** Replaces the browser's copy command if several turns are selected, because it would include headings and badges. */
export function copySelection(event: { readonly clipboardData: DataTransfer; preventDefault(): void }): void {
  const turns = selectedTurns()
  if (turns === null || turns.from === turns.to) return
  event.clipboardData.setData('text/plain', formatTranscript(useEpisode.getState().history.latest, turns))
  event.preventDefault()
}

async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) showNotice(done)
}

export async function copyLinkTo(playhead: Playhead, episodeId = useEpisode.getState().id ?? ''): Promise<void> {
  const link = linkTo({ episodeId, playhead }, location.href)
  if (await copyText(link, words.linkNotCopied(link))) showNotice(words.linkCopied)
}

/** The page's address on the web; in the desktop app a link that other programs can open. */
export function linkTo(address: Address, page: string): string {
  if (/^https?:/.test(page)) return new URL(formatAddress(address), page).href
  const link = `${LINK_SCHEME}://episode/${address.episodeId}`
  return address.playhead === 'live' ? link : `${link}/${address.playhead.turn}`
}

/** Copies `text`. If the browser blocks the clipboard, shows `failure` and returns false. */
export async function copyText(text: string, failure = words.notCopied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    setView({ failure })
    return false
  }
}
