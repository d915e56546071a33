import { visibleLine } from '@shared/base/visible-text'
import { formatNumber } from '../../kit/text/format'

/** What the window says about questions of MCP servers. */
export const questionStrings = {
  title: { form: 'A server has a question', prompt: 'A server wants to ask the model', reply: 'A reply for a server' },
  source: (server: string, turn: number | null) =>
    `“${visibleLine(server)}” ${turn === null ? 'asks, while its tool is tried' : `asks in turn ${formatNumber(turn)}`}`,
  says: 'What the server says',
  warning: 'The server sees what you answer. Give it no passwords, keys or card numbers.',
  prompt: (model: string) => `The model would be asked this, at your cost: ${model}. You can change it before.`,
  reply: (model: string) => `This is what ${model} replied, and what the server would get. You can change it before.`,
  fault: (title: string, fault: string) => `${title} ${fault}.`,
  until: (time: string) => `Without an answer it is cancelled at ${time}.`,
  others: (waiting: number) => `${formatNumber(waiting)} more ${waiting === 1 ? 'waits' : 'wait'}.`,
  cancel: 'Cancel',
  decline: 'Decline',
  refuse: 'Refuse',
  send: { form: 'Send the answer', prompt: 'Ask the model', reply: 'Hand it over' },
  over: (server: string) => `The question of “${visibleLine(server)}” is over.`,
} as const
