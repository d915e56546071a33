import type { Handicap, PlayerKind } from '@shared/episode/log/event'
import { count, formatNumber } from '../kit/text/format'

/** What is said of an episode and its state, wherever it is said. */
export const sessionStrings = {
  region: {
    library: 'Library',
    story: 'Story',
    map: 'Map',
    inspector: 'Turn inspector',
    timeline: 'Timeline',
    controls: 'Controls',
    status: 'Status',
  },
  state: {
    idle: 'No episode open',
    opening: 'Opening',
    connecting: 'Connecting',
    live: (turn: number) => `Live · turn ${formatNumber(turn)}`,
    behind: (turn: number, last: number) => `Viewing ${formatNumber(turn)}, live ${formatNumber(last)}`,
    past: (turn: number, last: number) => `Turn ${formatNumber(turn)} of ${formatNumber(last)}`,
    pausing: 'Pausing after this call',
    paused: 'Paused',
    steppingTurn: 'One turn, then pause',
    steppingIteration: 'One call, then pause',
    stopping: 'Stopping',
    interrupted: 'Interrupted',
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
  /** Who plays, where its own name is not known. */
  player: {
    explorer: 'Explorer',
    llm: 'AI model',
    mcp: 'MCP player',
    random: 'Random',
    human: 'You',
  } satisfies Record<PlayerKind, string>,
  /** What a turn is called, wherever it is named. Turn 0 is what the game said before the first. */
  seed: (seed: number) => `seed ${seed}`,
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
    /** Of a fork: its own alone. */
    ownTokens: 'Own tokens',
    ownCost: 'Own cost',
    ownHint: (turn: number) =>
      `Since the fork after turn ${formatNumber(turn)}: what came before was paid for by the episode it is from.`,
    estimated: (tokens: string) => `≈ ${tokens}`,
    estimatedHint:
      'What a model would have been sent and said: the explorer follows rules, counts four letters as a token, and costs nothing.',
    costUnknown: 'unknown',
    /** What was spent, of a fork since then. */
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
  /** What the player is told, by the level of its handicap. */
  handicap: {
    L0: 'Told the text alone',
    L1: 'Told text and place',
    L2: 'Told text, place and things',
    L3: 'Told text, place, things, words',
    L4: 'Told what would do something',
    L5: 'Told all, may take back turns',
  } satisfies Record<Handicap, string>,
  objects: {
    carried: 'Carried',
    here: 'Here',
    nothingCarried: 'Nothing is carried.',
    nothingHere: 'Nothing is visible here.',
    unknown: 'The story does not tell.',
  },
  fork: {
    /** Before and after the name of the episode that a fork is from. */
    from: { before: 'from ', after: (turn: number) => ` @${turn}` },
    of: (name: string, turn: number) => `Fork of ${name} at ${turn === 0 ? 'the opening' : `turn ${turn}`}`,
    mark: (turn: number) => `↳ @${turn}`,
    isOne: 'This is the fork already: it has played no turn of its own yet.',
    undone: 'The fork is in the trash.',
  },
  nothingToShow: 'Nothing of this episode can be shown.',
  copiedStory: (turns: number) => `Copied the story so far, ${count(turns, 'turn', 'turns')}.`,
  copiedTurns: (from: number, to: number) =>
    from === to ? `Copied turn ${formatNumber(from)}.` : `Copied turns ${formatNumber(from)} to ${formatNumber(to)}.`,
  linkCopied: 'Copied a link to this turn.',
  linkNotCopied: (address: string) => `The browser did not let the link onto the clipboard: ${address}`,
  notCopied: 'The browser did not let the text onto the clipboard. Select it on the page and copy it from there.',
  hostIsAway: 'The host is lost. This can be used again once it is back.',
  hostIsUnreachable: 'The host cannot be reached. What you entered stays here: try again when it is back.',
  notKept: (reason: string | null) =>
    reason === null
      ? 'The last events that were shown here are not in the log: they never reached the disk.'
      : `The last events that were shown here are not in the log. ${reason}`,
  marker: {
    death: 'Death',
    error: 'Error',
    stuck: 'Stuck',
    loop: 'Loop',
    score_loss: 'Score loss',
    rejected: 'Refused command',
    false_belief: 'Acted on a false belief',
    won: 'Won',
    score_gain: 'Score gain',
    help: 'Help of a person',
    note_contradicted: 'Note contradicted',
    new_location: 'New room',
  },
  stoppedAtMarker: (marker: string) => `Stopped at a marker: ${marker.toLowerCase()}`,
  stoppedAtBreakpoint: 'Stopped at a breakpoint',
  fileIsClosed: 'It came from a file, which a reload closes. Open the file again.',
}
