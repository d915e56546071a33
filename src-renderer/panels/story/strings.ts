import { cutText } from '@shared/base/whole-characters'
import type { HelperRole } from '@shared/episode/log/mind-schema'
import { count, formatDuration, formatNumber, formatSigned } from '../../kit/text/format'

export const storyStrings = {
  newTurns: (turns: number) => count(turns, 'new turn', 'new turns'),
  waitingForFirst: 'The first turn appears here as soon as it begins.',
  pausedTitle: 'The episode is paused',
  interruptedTitle: 'The episode was interrupted',
  endOfPart: (turn: number, of: number | null) =>
    `This part ends at turn ${formatNumber(turn)}${of === null ? '' : ` of ${formatNumber(of)}`}.`,
  beforePart: (from: number) => {
    const turns = from === 2 ? ' and turn 1' : ` and turns 1–${formatNumber(from - 1)}`
    return `Before this part: the opening${from === 1 ? '' : turns}`
  },
  unfold: 'Show',
  fold: 'Hide',
  unfinished: 'The log ends before the episode does.',
  endTitle: {
    turn_limit: 'Turn limit reached',
    plateau: 'No progress for a long time',
    won: 'Story won',
    died: 'The player died',
    game_over: 'The story is over',
    halted: 'The story halted',
    stopped: 'The episode was stopped',
    error: 'The episode ended with an error',
  } as Readonly<Record<string, string>>,
  endFigures: (score: string | null, turns: number, moves: number | null) =>
    [
      ...(score === null ? [] : [`Score ${score}`]),
      count(turns, 'turn', 'turns'),
      ...(moves === null ? [] : [count(moves, 'move', 'moves')]),
    ].join(' · '),
  helped: (help: string) => `Not the player alone: help from a person (${help}).`,
  worth: 'Turns by result',
  moment: (turn: number, gain: number, location: string | null) =>
    `Turn ${formatNumber(turn)}${location === null ? '' : `, ${location}`}, score ${formatSigned(gain)}`,
  bestMoment: (turn: number, gain: number) => `Best moment: turn ${formatNumber(turn)}, score ${formatSigned(gain)}`,
  resumeAfter: (turn: number) => (turn === 0 ? 'Resume' : `Resume after turn ${formatNumber(turn)}`),
  tryAgain: 'Try again',
  lessons: 'What cost it most',
  notTried: 'Not tried',
  death: (turn: number, place: string | null, lost: number) =>
    [
      `Turn ${formatNumber(turn)}: death`,
      ...(place === null ? [] : [place]),
      ...(lost === 0 ? [] : [`score ${formatSigned(-lost)}`]),
    ].join(', '),
  stall: (from: number, to: number) =>
    `Turns ${formatNumber(from)} to ${formatNumber(to)}: nothing new for ${count(to - from + 1, 'turn', 'turns')}`,
  inVain: (turn: number, action: string, times: number) =>
    `“${cutText(action, 60)}” had no effect ${formatNumber(times)} times, first on turn ${formatNumber(turn)}`,
  untried: (place: string, directions: readonly string[]) => `${place}: ${directions.join(', ')}`,

  enterKey: 'Enter a key',
  retryCall: 'Retry the call',
  forkWithModel: 'Fork with another model…',
  /** The setting by its title; it applies to new episodes. */
  longestRequest: 'Set longest request for new episodes…',
  showRequest: 'Show the request',

  idle: {
    title: 'No episode open.',
    explanation:
      'ZorkGPT lets AI models play text adventures. The built-in explorer plays Zork I or Glass Weather at once, without a key: it is rule-based, not an AI model. You can also play yourself.',
    keys: 'Press ? for keyboard shortcuts.',
  },

  phase: {
    opening: 'Opening the tool session',
    asking: 'Asking the model',
    choosing: 'Choosing an action',
    reading: (percent: number) => `Reading the prompt, ${percent} %`,
    askingRole: {
      critic: 'Asking the critic',
      reflector: 'Asking the reflector',
      summariser: 'Asking the summariser',
    } satisfies Record<HelperRole, string>,
    thinking: 'Thinking',
    calling: 'Calling a tool',
    answering: 'Answering',
    waitingGame: 'Waiting for the game',
    waitingHuman: 'Your turn',
    retrying: (ms: number, attempt: number) => `Retrying in ${formatDuration(ms)} (attempt ${formatNumber(attempt)})`,
    waitingAgent: (name: string) => `Waiting for ${name}`,
    stillWaiting: (ms: number) => `Still waiting, ${formatDuration(ms)}`,
    paused: 'Paused',
    pausedBeforeCritic: 'Paused before asking the critic',
  },

  filtered: {
    clear: 'Clear filters',
    shown: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)} shown`,
    noMatch: (text: string) => `No turn matches “${shortened(text)}”.`,
    noProblem: 'No turn had a problem.',
    noFalseBelief: 'No turn acted on a false belief.',
  },

  find: {
    name: 'Find in the story',
    placeholder: 'Find',
    hint: 'Literal text, or a field at the beginning to find turns: room:cellar  action:open  text:dark  tool:think  thought:lamp  score>20  gain>0  error:',
    close: 'Close',
    matchesCase: 'Match case',
    isWholeWord: 'Match whole word',
    lookIn: 'Search in',
    fields: { action: 'Actions', text: 'Text', thought: 'Thoughts', call: 'Calls', mind: 'Mind' },
    notShown: (field: string) => `${field} are hidden. Show and search them`,
    byField: 'Turns by field',
    onlyHits: 'Only turns with hits',
    count: (ordinal: number | null, total: number) =>
      ordinal === null ? formatNumber(total) : `${formatNumber(ordinal)}/${formatNumber(total)}`,
    countSoFar: (total: number) => `${formatNumber(total)}…`,
    announced: (ordinal: number | null, total: number) => {
      if (total === 0) return 'No hits'
      const hits = count(total, 'hit', 'hits')
      return ordinal === null ? hits : `Hit ${formatNumber(ordinal)} of ${hits}`
    },
    tooLong: (most: number) => `At most ${formatNumber(most)} characters`,
  },

  filter: {
    name: (filter: string) => `Filter: ${filter}`,
    named: 'Filter presets',
    presets: { story: 'Story', thinking: 'Thinking', tools: 'Tools', problems: 'Problems', all: 'All', own: 'Custom' },
    kinds: 'Show in each turn',
    kindNames: {
      thoughts: 'Thoughts',
      calls: 'Calls',
      requests: 'Requests',
      changes: 'Changes',
      problems: 'Problems',
      notes: 'Mind',
    },
    onlyProblems: 'Only turns with problems',
    onlyFalseBeliefs: 'Only turns that acted on a false belief',
  },
  noted: (about: string) => `Note: ${about}`,
  foreknown: 'Named before the game showed it',
  undisguised: (action: string) => `Without the disguise: > ${action}`,
} as const

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
