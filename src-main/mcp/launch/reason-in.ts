import { visibleLine } from '@shared/base/visible-text'

const LONGEST = 300

/**
 * The last line of standard error that is neither a line of a stack trace nor the version that Node prints last, to
 * follow how a server ended; empty if there is none. Secrets are masked before, because the line is cut.
 */
export function reasonIn(maskedStderr: string): string {
  const line = maskedStderr.split('\n').findLast((each) => each.trim() !== '' && !/^\s+at |^Node\.js v/.test(each))
  return line === undefined ? '' : `: ${visibleLine(line.trim().replace(/\.$/, ''), LONGEST)}`
}
