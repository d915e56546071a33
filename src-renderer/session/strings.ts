import { visibleLine } from '@shared/base/visible-text'
import { cutText } from '@shared/base/whole-characters'
import type { Handicap, PlayerKind } from '@shared/episode/log/event'
import type { MindPreset } from '@shared/episode/log/mind-schema'
import type { Part } from '@shared/episode/state/part'
import { count, formatNumber } from '../kit/text/format'
import type { HelpPage } from './help/help-places'

export const sessionStrings = {
  region: {
    library: 'Episodes',
    story: 'Story',
    map: 'Map',
    inspector: 'Turn inspector',
    timeline: 'Timeline',
    controls: 'Controls',
    status: 'Status',
  },
  state: {
    idle: 'No episode open',
    deleted: 'Deleted',
    opening: 'Opening',
    connecting: 'Connecting',
    live: (turn: number) => `Live · turn ${formatNumber(turn)}`,
    behind: (turn: number, last: number) => `Viewing ${formatNumber(turn)}, live ${formatNumber(last)}`,
    behindPaused: (turn: number, last: number) => `Viewing ${formatNumber(turn)}, paused at ${formatNumber(last)}`,
    past: (turn: number, last: number) => `Turn ${formatNumber(turn)} of ${formatNumber(last)}`,
    pausing: 'Pausing after this call',
    paused: 'Paused',
    steppingTurn: 'One turn, then pause',
    steppingIteration: 'One call, then pause',
    stopping: 'Stopping',
    interrupted: 'Interrupted',
    endOfPart: 'End of part',
    failed: 'Error',
    disconnected: 'Disconnected',
  },
  ended: {
    turn_limit: 'Turn limit',
    plateau: 'No progress',
    won: 'Won',
    died: 'Died',
    game_over: 'Game over',
    halted: 'Halted',
    stopped: 'Stopped',
    error: 'Error',
    paused: 'Paused',
  } as Readonly<Record<string, string>>,
  player: {
    explorer: 'Explorer',
    llm: 'AI model',
    mcp: 'MCP player',
    random: 'Random',
    human: 'You',
  } satisfies Record<PlayerKind, string>,
  seed: (seed: number) => `seed ${seed}`,
  action: (action: string, most: number) => `“${cutText(action, most)}${action.length > most ? '…' : ''}”`,
  answer: (number: number, action: string) => `answer ${number}${action && `: ${action}`}`,
  mind: { none: 'no mind', standard: 'standard mind', full: 'full mind' } satisfies Record<MindPreset, string>,
  moreTurns: (turns: number) => `Give it ${formatNumber(turns)} more ${turns === 1 ? 'turn' : 'turns'}`,
  /** A part of an episode, of so many turns if they are known. */
  part: ({ from, to, of }: Part) => {
    const turns = from === to ? formatNumber(to) : `${formatNumber(from)}–${formatNumber(to)}`
    const name = from === 0 ? `To turn ${formatNumber(to)}` : `${from === to ? 'Turn' : 'Turns'} ${turns}`
    return of === null ? name : `${name} of ${formatNumber(of)}`
  },
  turnName: (turn: number, location: string | null = null) => {
    if (turn === 0) return 'Opening'
    const name = `Turn ${formatNumber(turn)}`
    return location === null ? name : `${name}, ${location}`
  },
  facts: {
    score: 'Score',
    moves: 'Moves',
    deaths: 'Deaths',
    turn: 'Turn',
    tokens: 'Tokens',
    cost: 'Cost',
    /** Totals of a fork since its start. */
    ownTokens: 'Own tokens',
    ownCost: 'Own cost',
    ownHint: (turn: number) =>
      `Since the fork after turn ${formatNumber(turn)}. Earlier turns are counted in the parent episode.`,
    estimatedHint: 'An estimate: the explorer follows rules, counts four characters as one token, and costs nothing.',
    costUnknown: 'unknown',
    spentSinceFork: (spent: string) => `${spent} since the fork`,
    spent: (tokens: string, cost: string | null) =>
      cost === null ? ` · ${tokens} tokens` : ` · ${tokens} tokens · ${cost}`,
    spentUnpriced: (tokens: string) => ` · ${tokens} tokens · cost unknown`,
    none: '–',
    of: (value: number | null, limit: number | null) => {
      if (value === null) return '–'
      return limit === null ? formatNumber(value) : `${formatNumber(value)}/${formatNumber(limit)}`
    },
  },
  /** The facts that the player receives at each handicap level. */
  handicap: {
    L0: 'Text only',
    L1: 'Text and location',
    L2: 'Text, location and objects',
    L3: 'Text, location, objects, vocabulary',
    L4: 'Text, location, objects, vocabulary, valid actions',
    L5: 'Everything, and may undo turns',
  } satisfies Record<Handicap, string>,
  /** A mark of episodes with the disguise `mirror`. */
  mirrored: 'mirrored',
  mirroredHint: 'East and west are exchanged in everything that the player reads and says.',
  objects: {
    carried: 'Carried',
    here: 'Here',
    nothingCarried: 'Nothing carried.',
    nothingHere: 'Nothing visible here.',
    unknown: 'Not known for this story.',
  },
  fork: {
    /** Text before and after the parent's name. */
    from: { before: 'from ', after: (turn: number) => ` @${turn}` },
    of: (name: string, turn: number) => `Fork of ${name} at ${turn === 0 ? 'the opening' : `turn ${turn}`}`,
    mark: (turn: number) => `↳ @${turn}`,
    deletedParent: 'a deleted episode',
    isOne: 'This fork has not played a turn yet. Play one before you fork it again.',
    undone: 'Moved the fork to the trash.',
  },
  noteOfDeleted: 'This episode was deleted. Restore it, then save the note.',
  nothingToShow: 'This episode cannot be shown.',
  reading: {
    now: 'Reading the first turns of the episode…',
    disconnected: 'The episode loads once the host is back.',
    no_token: 'The episode loads at the full address that the host printed.',
    other_token: 'The episode loads at the new address that the host printed.',
  },
  notAgreed: 'You did not agree to its programs.',
  bulkActionRuns: 'Another action on several episodes is running: wait for it, or cancel it in the list of episodes.',
  copiedStory: (turns: number) => `Copied the story so far, ${count(turns, 'turn', 'turns')}.`,
  copiedTurns: (from: number, to: number) =>
    from === to ? `Copied turn ${formatNumber(from)}.` : `Copied turns ${formatNumber(from)} to ${formatNumber(to)}.`,
  linkCopied: 'Copied a link to this turn.',
  linkNotCopied: (address: string) => `The browser blocked the clipboard. The link is: ${address}`,
  notCopied: 'The browser blocked the clipboard. Select the text on the page and copy it there.',
  tabBlocked: 'The browser blocked the new tab. Allow this page to open windows, then try again.',
  hostIsAway: 'The host is disconnected. Available again once it is back.',
  hostIsUnreachable: 'The host cannot be reached. Your input stays here: try again when it is back.',
  notKept: (reason: string | null) =>
    reason === null
      ? 'The last events shown here are not in the log: they were never written to disk.'
      : `The last events shown here are not in the log. ${reason}`,
  marker: {
    death: 'Death',
    error: 'Error',
    stuck: 'Stuck',
    loop: 'Loop',
    score_loss: 'Score loss',
    rejected: 'Rejected command',
    false_belief: 'Acted on a false belief',
    won: 'Won',
    score_gain: 'Score gain',
    help: 'Help from a person',
    note_contradicted: 'Note contradicted',
    new_location: 'New room',
  },
  help: {
    more: 'More in Help',
    about: (subject: string) => `Help: ${subject}`,
    pages: {
      README: 'Overview',
      install: 'Installing and removing',
      window: 'The window',
      settings: 'Settings',
      mcp: 'MCP servers',
      'local-models': 'Models on this computer',
      mind: 'The mind',
      knowledge: 'Knowledge',
      experiments: 'Experiments',
      exports: 'Exports',
      explorer: 'The explorer',
      servers: 'Servers that ship',
      'zorkgpt-server': 'The app as an MCP server',
      cluster: 'Experiments on many machines',
      tracing: 'Traces and metrics',
      game: 'The game',
      legend: 'Legend of marks',
    } satisfies Record<HelpPage, string>,
    handicap: {
      question: 'What is a handicap?',
      text: 'It decides what the player sees in addition to the text of the story, from L0 (nothing) to L5 (everything, and undo). Scores are comparable only between episodes with the same handicap.',
    },
    disguise: {
      question: 'What is a disguise?',
      text: 'In the mirror, east and west change places in everything that the player reads and says. The puzzles stay, but a route known by heart leads elsewhere. The difference in score shows what knowing the routes was worth.',
    },
    mind: {
      question: 'What is a mind?',
      text: 'Parts that help a model to remember where it was, to notice that it walks in circles, and to try something else. A preset is a choice of parts; the settings switch each of them on or off.',
    },
    knowledge: {
      question: 'What is knowledge?',
      text: 'Entries about a story from earlier episodes, each with the turn that showed it. A player reads them at the level K2, as they were when its episode started. Scores with and without knowledge are not comparable.',
    },
    players: {
      question: 'What are the players?',
      text: 'A model plays at your endpoint, or through MCP tools alone; the explorer follows rules and needs no key. Random actions are a baseline to compare with, and as “You” you type every action.',
    },
    pauseRules: {
      question: 'What are pause rules?',
      text: 'A rule pauses the agent after the turn in which it applies, and stops playback there. Then you may resume, step, or play the next action yourself.',
    },
  },
  stoppedAtMarker: (marker: string) => `Stopped at a marker: ${marker.toLowerCase()}`,
  stoppedAtBreakpoint: 'Stopped at a breakpoint',
  needsLibrary: 'Add the episode to the library first, to export it in these formats.',
  fileIsClosed: 'This episode came from a file, and a reload closes files. Open the file again.',
}

const megabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / (1 << 20)))} MB`

const MAX_REFUSALS = 5

/** Messages about files that are opened or dropped. */
export const fileStrings = {
  /** One reason per line. Names of files may have any characters. */
  refused: (refusals: readonly string[]) => {
    const more = refusals.length - MAX_REFUSALS
    const shown = refusals.slice(0, MAX_REFUSALS).map((refusal) => visibleLine(refusal))
    return [...shown, ...(more > 0 ? [`And ${formatNumber(more)} more.`] : [])].join('\n')
  },
  tooMany: (shown: number, all: number) =>
    `The folder contains ${count(all, 'episode', 'episodes')}; the first ${formatNumber(shown)} were opened. Start ZorkGPT with --data to open the whole folder.`,
  notAnEpisode: (fileName: string, line: number, why: string) => `${fileName} cannot be opened: line ${line} ${why}.`,
  furtherBundle: (fileName: string) => `${fileName} was not opened: only one bundle can be opened at a time.`,
  noLog: (name: string) => `${name} contains no episode: no events.jsonl and no folder with one.`,
  isEmpty: (fileName: string) => `${fileName} contains no episode.`,
  tooLong: (fileName: string, bytes: number, most: number) =>
    `${fileName} is ${megabytes(bytes)}; a window opens at most ${megabytes(most)}. Move it into the data folder as FOLDER/events.jsonl, extract the turns you need, and open the result: zorkgpt export FOLDER --from TURN --to TURN --out FILE`,
  notJson: 'is not JSON',
  noEvent: (field: string) => `is not an event of an episode (${field})`,
  ofNewerVersion: (sign: string) =>
    `seems to come from a newer version of the app: open it with that version (${sign})`,
  outOfOrder: 'is missing or out of order',
  lacks: (what: readonly string[], more: string | null) =>
    `Another program recorded this. It lacks ${what.join(', ')}.${more === null ? '' : ` This is the first episode of the file; zorkgpt import ${more} imports all of them.`}`,
  tornLine: 'The last event was cut off and left out.',
  otherKind: (fileName: string, kind: string | null) =>
    `${fileName} is ${kind === null ? 'neither' : `${kind}, neither`} an episode (.zorkgpt, .html, .jsonl, .eval) nor a story (.z1 to .z8, .zblorb).`,
  tooLongToAdd: (fileName: string) =>
    `${fileName} is too long to be added from a page. Save it in the data folder as FOLDER/events.jsonl.`,
  tooLarge: (fileName: string) => `${fileName} is too large to upload from a page. Add it by its path.`,
} as const
