import { setView } from './view-store'
import { sessionStrings } from '../strings'

/** Copies `text`. False if the browser blocks the clipboard; then shows `failure`. */
export async function copyText(text: string, failure = sessionStrings.notCopied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    setView({ failure })
    return false
  }
}
