import { visibleLine } from '@shared/base/visible-text'
import { count, formatNumber } from '../../kit/text/format'

export const questionStrings = {
  title: {
    form: 'Question from a server',
    prompt: 'Model request from a server',
    reply: 'Model reply for a server',
    address: 'Address from a server',
    opened: 'Waiting for you',
  },
  source: (server: string, turn: number | null) =>
    `“${visibleLine(server)}” ${turn === null ? 'asks outside of an episode' : `asks in turn ${formatNumber(turn)}`}`,
  waits: (server: string) => `“${visibleLine(server)}” waits for you`,
  says: 'Message from the server',
  warning: 'The server receives your answer. Do not enter passwords, keys or card numbers.',
  prompt: (model: string) => `The server asks to send this to ${model}, at your cost. You can edit it first.`,
  reply: (model: string) => `This is the reply of ${model} that the server would receive. You can edit it first.`,
  opens: (host: string) => `The server asks you to open this page at ${host} in your browser:`,
  opensHint: 'Open it only if you know this address. The server learns that you opened it.',
  fault: (title: string, fault: string) => `${title} ${fault}.`,
  opened: (host: string) => `You opened this page at ${host} in your browser:`,
  openedHint: 'The call continues when the server reports that you are done, or when you press Continue.',
  untilOpened: (time: string) => `Waiting ends at ${time}.`,
  until: (time: string) => `The question is cancelled at ${time} if you do not answer.`,
  others: (waiting: number) => `${count(waiting, 'more question', 'more questions')} waiting.`,
  cancel: 'Cancel',
  no: { form: 'Decline', prompt: 'Refuse', reply: 'Refuse', address: 'Refuse', opened: 'Do not wait' },
  send: { form: 'Send answer', prompt: 'Ask model', reply: 'Send reply', address: 'Open the page', opened: 'Continue' },
  over: (server: string) => `The question from “${visibleLine(server)}” has ended.`,
} as const
