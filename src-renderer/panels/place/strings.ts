import { formatNumber } from '../../kit/format'

/** What is said of where the agent is, what it wants and what it wrote down. */
export const placeStrings = {
  place: {
    tabs: { map: 'Map', objectives: 'Objectives', notes: 'Notes', objects: 'Objects' },
    list: 'Map views',
    empty: 'Rooms appear here as the agent finds them.',
    loading: 'Loading the map…',
  },
  objectives: {
    empty: 'The agent has set no objectives yet.',
    setIn: (turn: number) => `Set in turn ${formatNumber(turn)}`,
  },
  notes: {
    empty: 'What the agent writes down with a memory tool appears here, and so do your own notes and marks.',
    partial: 'The episode is still being read: more of the agent’s notes come with the rest of it.',
    here: 'Written in this room',
    elsewhere: 'Written elsewhere',
    own: 'Your marks and notes',
    bookmark: 'Bookmark',
    breakpoint: 'Breakpoint',
    written: (about: string, turn: number) => `${about} · turn ${formatNumber(turn)}`,
    dropped: (about: string, turn: number, droppedIn: number) =>
      `${about} · turn ${formatNumber(turn)} · taken back in turn ${formatNumber(droppedIn)}`,
  },
}
