import { visibleLine } from '@shared/base/visible-text'
import { count } from '../../kit/text/format'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Words of a tool's own view. */
export const viewStrings = {
  show: 'Show view',
  hide: 'Hide view',
  hint: 'The view comes from the server as it is saved now, and runs in a frame without access to this window or the network.',
  frame: (tool: string, server: string) => `View of ${visibleLine(tool)} from ${visibleLine(server)}`,
  loading: 'Loading the view…',
  mayCall: 'Let it call tools',
  mayCallHint: 'It may call tools of its server, in a session of its own. The episode does not change.',
  calls: (calls: number) => `It has made ${count(calls, 'call', 'calls')}.`,
  mayConnect: (domains: readonly string[]) => `Let it connect to ${list.format(domains)}`,
  stopped: 'The view was stopped, because it sent too many messages.',
  restart: 'Show it again',
  ended: (reason: string) => `The view has ended: ${reason}`,
} as const
