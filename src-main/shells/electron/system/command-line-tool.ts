import { lstatSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs'
import { messageOf } from '@shared/base/expected-error'

/**
 * Creates the link. Returns null, or the reason why it failed. A link to another program is replaced; a file of that
 * name is not.
 */
export function linkCommandLine(program: string, link: string): string | null {
  try {
    const there = lstatSync(link, { throwIfNoEntry: false })
    if (there !== undefined && !there.isSymbolicLink()) return `${link} exists and is not a link.`
    if (there !== undefined) {
      if (readlinkSync(link) === program) return null
      unlinkSync(link)
    }
    symlinkSync(program, link)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

/** The command that creates the link with administrator rights. */
export const linkCommand = (program: string, link: string): string =>
  `sudo mkdir -p "${link.slice(0, link.lastIndexOf('/'))}" && sudo ln -sf "${program}" "${link}"`
