import { count, formatNumber } from '../kit/text/format'
import { keyText } from '../kit/text/KeyName'

export const strings = {
  appName: 'ZorkGPT',
  windowTitle: (game: string, state: string) => `${game} · ${state} · ZorkGPT`,
  opening: {
    of: (read: number, all: number) => `${formatNumber(read)} of ${count(all, 'turn', 'turns')}`,
    soFar: (read: number) => `${count(read, 'turn', 'turns')} so far`,
  },
  status: {
    servers: (ready: number, all: number) => `${formatNumber(ready)} of ${count(all, 'MCP server', 'MCP servers')}`,
    serversHint: 'Working MCP servers, out of all that offer tools to the player at this turn',
    pauseRules: (label: string, on: number) => `${label}: ${on === 0 ? 'none on' : `${formatNumber(on)} on`}`,
    mcpOff: 'MCP off',
    mcpOffHint: 'The player has no tools of MCP servers',
    tools: (tools: number) => count(tools, 'tool', 'tools'),
    toolsHint: 'Tools of MCP servers that the player can call at this turn',
    savedHint: 'The turns of this episode that are on disk',
    saved: (turn: number) => `Saved to turn ${formatNumber(turn)}`,
    savedAll: 'Saved',
    errors: (errors: number) => count(errors, 'error', 'errors'),
    errorsHint: 'Calls of the model and of tools that failed, and answers that could not be read',
    goToError: (errors: number) => `${count(errors, 'error', 'errors')}: go to the next`,
    connected: { electron: 'Desktop', web: 'Web', cli: 'Terminal' },
    layout: 'Window layout',
    theme: 'Theme',
    themes: { system: 'System theme', dark: 'Dark', light: 'Light', contrast: 'High contrast' },
    version: (version: string) => `Version ${version}`,
  },
  forked: (turn: number) =>
    `Forked from ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}. It is paused; the parent is unchanged.`,
  answersAgain: (turn: number, hints: number, isPaused: boolean) =>
    [
      `Turn ${formatNumber(turn)} is answered again in a fork.`,
      ...(hints > 0 ? [`The player reads ${count(hints, 'hint', 'hints')} with it.`] : []),
      ...(isPaused ? ['The parent is paused.'] : []),
    ].join(' '),
  undoFork: 'Undo fork',
  deleted: { text: 'This episode was deleted.', restore: 'Restore' },
  palette: 'Palette',
  startNew: 'Start new',
  /** In the top bar, short for “Give it … more turns”. */
  moreTurns: (turns: number) => `${formatNumber(turns)} more ${turns === 1 ? 'turn' : 'turns'}`,
  startHint: (story: string, player: string) => `Start a new episode like the last one: ${story}, ${player}`,
  playedElsewhere: 'Another program plays this episode. Pause, step and stop it there.',
  playedByExperiment: (name: string) => `The experiment “${name}” plays this episode. Pause or cancel it there.`,
  ofExperiment: (name: string) => `experiment ${name}`,
  recovered: {
    restored: (turn: number, saved: string, reason: string | null) =>
      `${reason ?? 'The program ended unexpectedly.'} Restored to turn ${formatNumber(turn)}, saved ${saved}. Nothing up to there is lost; the unfinished turn starts again.`,
    restoredPaused: (turn: number, saved: string) =>
      `The program ended while the episode was paused after turn ${formatNumber(turn)}, saved ${saved}. Nothing is lost.`,
    others: (episodes: number) =>
      episodes === 0
        ? ''
        : ` ${count(episodes, 'other episode was', 'other episodes were')} interrupted too, and saved to the last turn.`,
    endEpisode: 'End episode',
    showExperiment: 'Show experiment',
  },
  cutShort: {
    text: (episodes: number) =>
      episodes === 1
        ? 'The program ended unexpectedly while it played an episode. It is saved to its last turn.'
        : `The program ended unexpectedly while it played ${formatNumber(episodes)} episodes. They are saved to their last turns.`,
    resume: (episodes: number) => (episodes === 1 ? 'Resume it' : 'Resume all'),
    saved: 'Its episodes are saved to their last turns.',
    continue: 'Continue it',
  },
  connection: {
    lost: (seconds: number, attempt: number) =>
      `Lost the host. Retrying in ${formatNumber(seconds)} s (attempt ${formatNumber(attempt)}).`,
    lostAt: (turn: number, seconds: number, attempt: number) =>
      `Lost the host at turn ${formatNumber(turn)}. Retrying in ${formatNumber(seconds)} s (attempt ${formatNumber(attempt)}).`,
    noToken:
      'This page was opened without its token. Paste the address or the token that npm start or zorkgpt serve printed.',
    token: 'Address or token',
    connect: 'Connect',
    notAddress: 'This is neither a printed address with its token nor a token.',
    tryingAgain: (attempt: number) => `Lost the host. Retrying now (attempt ${formatNumber(attempt)}).`,
    tryingAgainAt: (turn: number, attempt: number) =>
      `Lost the host at turn ${formatNumber(turn)}. Retrying now (attempt ${formatNumber(attempt)}).`,
    /** For the web shell, which prints a new address at each start. */
    restarted: 'If you restarted it, open the new address that it printed.',
    /** For screen readers: announced once, without the countdown. */
    gone: 'Lost the host.',
    goneAt: (turn: number) => `Lost the host at turn ${formatNumber(turn)}.`,
    moved: 'The host was restarted and has a new address.',
    openMoved: 'Continue there',
    losesChanges: 'Unsaved changes on this page are lost when you continue there.',
    otherToken:
      'The host was restarted and has a new address. Paste the one that npm start or zorkgpt serve printed, or its token.',
    tryNow: 'Retry now',
  },
  failure: {
    episode: (message: string) => `This episode cannot be shown: ${message}`,
    inPart: (message: string) => `The rest of this episode cannot be read: ${message}`,
    reopen: 'Open again',
    resume: (turn: number) => (turn === 0 ? 'Resume from the opening' : `Resume from turn ${formatNumber(turn)}`),
    keepsLog: 'Or resume from before the damage: the damaged log is saved beside the new one.',
    remove: 'Delete…',
    warning: (warning: string) => `Warning from the log: ${warning}`,
  },
  /** In place of Live, for an episode that is over or from a file. */
  toEnd: { label: 'Last turn', hint: 'Last turn: to the end of the episode' },
  playback: {
    name: (speed: string, pace: string) => `Playback: ${speed}, ${pace.toLowerCase()}`,
    speed: 'Playback speed',
    speedOf: (speed: number) => `${speed}×`,
    pace: 'Pace',
    paces: { even: 'Even pace', recorded: 'Recorded pace, at most 2 s' },
    stopsAtMarkers: 'Stop at every marker',
  },
  announce: {
    turn: (turn: number, action: string | null, location: string | null, scoreDelta: number) =>
      [
        `Turn ${formatNumber(turn)}.`,
        ...(action === null ? [] : [`${action}.`]),
        ...(location === null ? [] : [`${location}.`]),
        ...(scoreDelta === 0
          ? []
          : [scoreDelta > 0 ? `Score up ${formatNumber(scoreDelta)}.` : `Score down ${formatNumber(-scoreDelta)}.`]),
      ].join(' '),
    thought: (thought: string, turn: string) => `${thought} ${turn}`,
    passed: (turns: number) => `${count(turns, 'turn', 'turns')} passed.`,
  },
  resize: {
    library: 'Width of the episode list',
    side: 'Width of the map and the inspector',
    mapHeight: 'Height of the map',
    inspectorWidth: 'Width of the inspector',
  },
  sidePanels: 'Panels',
}

export const firstRunStrings = {
  card: 'First steps',
  title: 'This is a recording.',
  /** Includes the player's label, because the explorer is not a model. */
  explanation: (player: string, story: string) =>
    `ZorkGPT lets AI models play text adventures, and records what they think and do, turn by turn. This recording: ${player}, playing ${story}.`,
  watchZork: 'Watch the explorer play Zork I',
  watchGlassWeather: 'Watch it play Glass Weather',
  play: 'Play yourself',
  playHere: 'Let an AI play on this computer',
  connect: 'Connect a model',
  dismiss: 'Dismiss first steps',
} as const

export const tourStrings = {
  count: (step: number, steps: number) => `${formatNumber(step)} of ${formatNumber(steps)}`,
  skip: 'Skip',
  back: 'Back',
  next: 'Next',
  done: 'Done',
  steps: {
    story: {
      title: 'Story',
      text: 'Every turn of the episode: the command that the player chose, and the game’s reply. A click on a turn takes the whole window to that moment.',
    },
    timeline: {
      title: 'Timeline',
      text: 'All turns from left to right, with score, tokens, time and marks. Drag the playhead, or press ← and →. “Legend of marks” at its end explains the marks.',
    },
    map: {
      title: 'Map',
      text: 'The rooms that were found so far, with the agent in amber. A click on a room shows its turns and exits. The tabs above show the player’s mind and the objects at hand.',
    },
    inspector: {
      title: 'Turn inspector',
      text: 'What happened inside the turn: the thoughts, the tool calls, the request exactly as it was sent, and what the turn changed.',
    },
    status: {
      title: 'Settings, tools and help',
      text: `Settings connects a model, and MCP servers gives it tools. New episode (${keyText('Mod+E')}) starts one with your choices. F1 opens Help, and ${keyText('Mod+K')} finds every command.`,
    },
  },
} as const

export const replayStrings = {
  about: 'Recorded episode',
  explanation: 'A recording. All of it is in this file; nothing is sent anywhere. Press ? for keyboard shortcuts.',
  part: (name: string) => `A part: ${name}.`,
  played: (player: string, started: string) => `Played by ${player}, ${started}.`,
} as const
