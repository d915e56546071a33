import { count, formatNumber } from '../kit/text/format'

/** What the frame of the window says. Sentences are whole: none is glued from parts. */
export const strings = {
  appName: 'ZorkGPT',
  windowTitle: (game: string, state: string) => `${game} · ${state} · ZorkGPT`,
  opening: {
    of: (read: number, all: number) => `${formatNumber(read)} of ${count(all, 'turn', 'turns')}`,
    soFar: (read: number) => `${count(read, 'turn', 'turns')} so far`,
  },
  status: {
    servers: (ready: number, all: number) => `${formatNumber(ready)} of ${count(all, 'MCP server', 'MCP servers')}`,
    mcpOff: 'MCP off',
    tools: (tools: number) => count(tools, 'tool', 'tools'),
    saved: (turn: number) => `Saved to turn ${formatNumber(turn)}`,
    savedAll: 'Saved',
    errors: (errors: number) => count(errors, 'error', 'errors'),
    goToError: (errors: number) => `${count(errors, 'error', 'errors')}: go to the next`,
    connected: { electron: 'Desktop', web: 'Web', cli: 'Terminal' },
    layout: 'Layout of the window',
    layouts: {
      watch: 'Layout: watch',
      map: 'Layout: map first',
      debug: 'Layout: debug',
      read: 'Layout: read',
    },
    theme: 'Theme',
    themes: { system: 'System theme', dark: 'Dark', light: 'Light', contrast: 'High contrast' },
    version: (version: string) => `Version ${version}`,
  },
  forked: (turn: number) =>
    `Forked from ${turn === 0 ? 'the opening' : `turn ${formatNumber(turn)}`}. The fork waits there, and the other episode is as it was.`,
  answersAgain: (turn: number, isPaused: boolean) =>
    `Turn ${formatNumber(turn)} is answered again, in a fork.${isPaused ? ' The episode it is from is paused.' : ''}`,
  undoFork: 'Undo the fork',
  /** Words of the labels of these commands, where those are too long. */
  palette: 'Palette',
  startNew: 'Start new',
  startHint: (story: string, player: string) => `Start a new episode, as the last time: ${story}, ${player}`,
  playedElsewhere: 'Another program plays this episode. It is paused, stepped and stopped there.',
  recovered: {
    restored: (turn: number, saved: string) =>
      `The program ended in the middle. Restored to turn ${formatNumber(turn)}, saved ${saved}. Nothing before it is lost; what came after it is played again.`,
    restoredPaused: (turn: number, saved: string) =>
      `The program ended while the episode was paused after turn ${formatNumber(turn)}, saved ${saved}. Nothing is lost.`,
    goOn: 'Go on from here',
    leaveEnded: 'Leave ended',
  },
  connection: {
    lost: (seconds: number, attempt: number) =>
      `Lost the host. Trying again in ${formatNumber(seconds)} s (attempt ${formatNumber(attempt)}).`,
    lostAt: (turn: number, seconds: number, attempt: number) =>
      `Lost the host at turn ${formatNumber(turn)}. Trying again in ${formatNumber(seconds)} s (attempt ${formatNumber(attempt)}).`,
    noToken: 'This page was opened without its token. Open the whole address that the host printed when it started.',
    tryingAgain: (attempt: number) => `Lost the host. Trying again now (attempt ${formatNumber(attempt)}).`,
    tryingAgainAt: (turn: number, attempt: number) =>
      `Lost the host at turn ${formatNumber(turn)}. Trying again now (attempt ${formatNumber(attempt)}).`,
    /** Of a host that prints its address when it starts, once a restart is likelier than a hiccup. */
    startedAnew: 'If you started it anew it has a new address, which it printed: open that one.',
    /** For those who hear it: said once, without the seconds. */
    gone: 'Lost the host.',
    goneAt: (turn: number) => `Lost the host at turn ${formatNumber(turn)}.`,
    otherToken: 'The host was started anew and has another address. Open the one that it printed.',
    tryNow: 'Try now',
  },
  failure: {
    episode: (message: string) => `This episode cannot be shown: ${message}`,
    inPart: (message: string) => `Nothing more of this episode can be read: ${message}`,
    openAgain: 'Open again',
    goOn: (turn: number) => (turn === 0 ? 'Go on from the opening' : `Go on from turn ${formatNumber(turn)}`),
    keepsLog: 'Or go on from before the damage: the log as it is now is then kept beside the new one.',
    remove: 'Delete…',
    warning: (warning: string) => `The log was read with a warning: ${warning}`,
  },
  playback: {
    name: (speed: string, pace: string) => `Playback: ${speed}, ${pace.toLowerCase()}`,
    speed: 'Playback speed',
    speedOf: (speed: number) => `${speed}×`,
    pace: 'Pace',
    paces: { even: 'Every turn alike', recorded: 'As it happened, 2 s at most' },
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
    library: 'Width of the library',
    side: 'Width of the map and the inspector',
    mapHeight: 'Height of the map',
    inspectorWidth: 'Width of the inspector',
  },
  sidePanels: 'Panels',
}
