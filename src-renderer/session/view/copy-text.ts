import { setView } from './view-store'
import { sessionStrings } from '../strings'

/**
 * Puts it on the clipboard. False if the browser does not let it there, which is said: `instead` names another way to
 * have it.
 */
export async function copyText(text: string, instead = sessionStrings.notCopied): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    setView({ failure: instead })
    return false
  }
}
