import { visibleLine } from '@shared/base/visible-text'

const LONGEST = 300

/**
 * The last line of standard error, with ": " before it, to append to a sentence about the end of a server; empty if
 * there is none. Lines of a stack trace and the version that Node prints last are skipped. Secrets must be masked
 * before, because the line is cut.
 */
export function reasonIn(maskedStderr: string): string {
  const line = maskedStderr.split('\n').findLast((each) => each.trim() !== '' && !/^\s+at |^Node\.js v/.test(each))
  return line === undefined ? '' : `: ${visibleLine(line.trim().replace(/\.$/, ''), LONGEST)}`
}
