import { count, formatNumber } from '../../kit/format'

/** What is said of where the agent is, what it wants and what it wrote down. */
export const placeStrings = {
  place: {
    tabs: { map: 'Map', mind: 'Mind', objects: 'Objects' },
    list: 'Map views',
    empty: 'Rooms appear here as the agent finds them.',
    loading: 'Loading the map…',
  },
  mind: {
    empty: 'What the player remembers and is after appears here, and so do your own notes and marks.',
    partial: 'The episode is still being read: more of what the player remembers comes with the rest of it.',
    objectives: 'Objectives',
    closedObjectives: (closed: number) => count(closed, 'closed objective', 'closed objectives'),
    here: 'Notes about this room',
    elsewhere: 'Other notes',
    closedNotes: (closed: number) => count(closed, 'closed note', 'closed notes'),
    by: { actor: 'Player', reflector: 'Reflector', person: 'Person' },
    kinds: {
      object_at: 'thing',
      exit: 'exit',
      danger: 'danger',
      recipe: 'recipe',
      puzzle: 'puzzle',
      other: 'note',
    },
    lasts: 'true of every episode',
    confirmed: 'Written again in',
    times: (what: string, times: number) => `${what} ${formatNumber(times)} turns, last`,
    closed: {
      contradicted: 'Contradicted by what was seen in',
      crowded: 'No room for it since',
      taken_back: 'Taken back in',
      superseded: 'Replaced in',
    },
    until: {
      visit: (room: string | null) => (room === null ? 'until a room is reached' : `until ${room} is reached`),
      hold: 'until it is held',
      score: (atLeast: number) => `until the score is ${formatNumber(atLeast)}`,
    },
    ended: {
      met: 'Met, by the facts of',
      done: 'Done, as said in',
      dropped: 'Given up in',
      stale: 'Closed as too old in',
    },
    verdict: { right: 'Right', stale: 'Stale', never_true: 'Never true', unknowable: 'Cannot be known' },
    since: 'since',
    roleOff: (role: string) => `${role}: not asked any more since`,
    truth: (truth: string) => `(${truth})`,
    checked: 'as of',
    stuck: {
      name: 'How the player gets on',
      level: (level: number) => `Stuck, level ${formatNumber(level)}`,
      signals: {
        repeat: 'does the same again',
        circle: 'walks in a circle',
        camp: 'stays in one place',
        refusals: 'is refused',
        stall: 'gets nowhere',
      },
    },
  },
  notes: {
    partial: 'The episode is still being read: more of the agent’s notes come with the rest of it.',
    here: 'Written with a tool in this room',
    elsewhere: 'Written with a tool elsewhere',
    own: 'Your marks and notes',
    bookmark: 'Bookmark',
    breakpoint: 'Breakpoint',
    written: (about: string, turn: number) => `${about} · turn ${formatNumber(turn)}`,
    dropped: (about: string, turn: number, droppedIn: number) =>
      `${about} · turn ${formatNumber(turn)} · taken back in turn ${formatNumber(droppedIn)}`,
  },
}
