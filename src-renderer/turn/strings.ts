import { visibleLine } from '@shared/base/visible-text'
import type { HintSource } from '@shared/episode/log/event'
import type { Author } from '@shared/episode/log/mind-events'
import type { HelperRole } from '@shared/episode/log/mind-schema'
import type { Judgement } from '@shared/episode/projections/judgement'
import { count, formatNumber, formatSigned } from '../kit/text/format'

const wrongPrediction = (truth: string | null): string => (truth === null ? '✗ Wrong' : `✗ Wrong: ${truth}`)

export const turnStrings = {
  modelReasoning: 'Model reasoning',
  reasonForAction: 'Reason given',
  conclusion: 'Conclusion',
  hint: (source: HintSource | undefined) => {
    if (source === undefined) return 'Suggested by a person'
    const origin = `${visibleLine(source.name, 200)} of ${visibleLine(source.server_name)}`
    return source.kind === 'resource' ? `Attached by a person: ${origin}` : `Suggested by a person, from ${origin}`
  },
  turnChip: (turn: number) => `T${formatNumber(turn)}`,
  thoughtOf: (number: number, total: number) => `${formatNumber(number)}/${formatNumber(total)}`,
  role: { critic: 'Critic', reflector: 'Reflector', summariser: 'Summariser' } satisfies Record<HelperRole, string>,
  noted: {
    actor: 'Player noted',
    reflector: 'Reflector noted',
    person: 'A person noted',
  } satisfies Record<Author, string>,
  aimed: {
    actor: 'Player set objective',
    reflector: 'Reflector set objective',
    person: 'A person set objective',
  } satisfies Record<Author, string>,
  request: {
    name: (iteration: number) => `Request ${formatNumber(iteration)}`,
    tokens: (input: number, output: number) => `${formatNumber(input)} → ${formatNumber(output)} tokens`,
    show: 'Show the request',
  },
  proposal: {
    judged: (rejected: number) =>
      rejected === 0 ? 'Checked before it was played' : count(rejected, 'action rejected', 'actions rejected'),
    played: 'played',
    insisted: 'played anyway',
    verdict: {
      accept: { rule: 'Accepted by a rule', model: 'Accepted by the critic' },
      reject: { rule: 'Rejected by a rule', model: 'Rejected by the critic' },
      abstain: { rule: 'Not judged by a rule', model: 'Not judged by the critic' },
    },
    predicted: 'Prediction:',
    came: {
      right: () => '✓ Correct',
      stale: wrongPrediction,
      never_true: wrongPrediction,
      unknowable: () => '? Unknown',
    },
  },
  judgement: {
    deadly: { name: 'Deadly', counted: 'deadly', meaning: 'The player died' },
    progress: { name: 'Progress', counted: 'with progress', meaning: 'The score rose, or the story was won' },
    found: { name: 'Discovery', counted: 'with a discovery', meaning: 'A new room, or a new object taken' },
    repeated: { name: 'Repeated', counted: 'repeated', meaning: 'The same action, room and result as before' },
    wasted: { name: 'Wasted', counted: 'wasted', meaning: 'Rejected, not understood, or without effect' },
  } satisfies Readonly<Record<Judgement, object>>,
  attempts: (failed: number) => count(failed, 'attempt', 'attempts'),
  server: {
    edit: (name: string) => `Edit server ${name}`,
    openLog: 'Open its log',
  },
  call: {
    status: { running: 'running', ok: 'ok', failed: 'failed', timeout: 'timed out', skipped: 'skipped' },
    serverIsGone: 'no answer: the server is gone',
    input: 'Input',
    output: 'Output',
    standing: (location: string | null, score: string, moves: number | null) =>
      [
        location,
        `${location === null ? 'Score' : 'score'} ${score}`,
        moves === null ? null : count(moves, 'move', 'moves'),
      ]
        .filter((fact) => fact !== null)
        .join(', '),
    locationHere: (name: string) => `${name} (here)`,
    exit: (direction: string, to: string) => `${direction} → ${to}`,
    reward: (points: number) => `Score ${formatSigned(points)}`,
    timing: 'Timing',
    called: (at: string) => `Called at ${at}.`,
    answered: (at: string, after: string) => `Called at ${at}, answered after ${after}.`,
    unanswered: (at: string, after: string) => `Called at ${at}, no answer after ${after}.`,
    noArguments: 'No arguments.',
    noOutput: 'No output yet.',
    repeated: (times: number) => `×${formatNumber(times)}`,
    showAll: (size: string) => `Show all ${size}`,
    views: 'Views of the call',
    form: 'Form',
    json: 'JSON',
    raw: 'Raw',
    rawHint: 'The logged events of this call. The tool has the name that the model saw.',
    copy: 'Copy',
    copied: 'Copied',
    copyArguments: 'Copy arguments',
    copyResult: 'Copy result',
    actions: 'Actions for this call',
    copyCall: 'Copy as JSON',
    copyFor: { curl: 'Copy as cURL', inspector: 'Copy for MCP Inspector' },
    runAgain: 'Run again…',
    tooLong: 'The arguments are too long to edit here. Copy the call as JSON.',
  },
  badge: {
    score: (delta: number) => `Score ${formatSigned(delta)}`,
    newLocation: 'New room',
    gained: (name: string) => `+ ${name}`,
    lost: (name: string) => `− ${name}`,
    died: 'Died',
    won: 'Won',
    rejected: 'Rejected',
    fault: 'Story fault, step rolled back',
    errors: (errors: number) => count(errors, 'error', 'errors'),
    defaultAction: 'Default action',
    human: 'human',
    byPerson: 'by a person',
  },
} as const
