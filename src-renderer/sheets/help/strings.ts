import type { Judgement } from '@shared/episode/projections/judgement'
import type { MarkerKind } from '@shared/episode/projections/markers'
import { count } from '../../kit/text/format'

export const helpStrings = {
  title: 'Help',
  close: 'Close',
  search: 'Search help',
  clear: 'Clear search',
  contents: 'Contents',
  back: 'Back',
  found: (sections: number) => count(sections, 'section', 'sections'),
  foundPartly: (sections: number) =>
    `No section contains all of these words. ${count(sections, 'section comes', 'sections come')} near.`,
  none: 'No section contains any of these words.',
  more: 'More',
  copy: 'Copy',
} as const

export const legendStrings = {
  title: 'Legend of marks',
  where: { story: 'Story', timeline: 'Timeline', endCard: 'End card' },
  turns: 'Turns',
  /** Each mark has this one meaning everywhere. */
  markers: {
    death: 'The player died',
    error: 'A call of a model or a tool failed, or the story had a fault',
    stuck: 'The player got more stuck: a long time without progress',
    loop: 'A loop: the same action, room and score for the third time within twelve turns',
    score_loss: 'The score fell',
    rejected: 'The game refused the command',
    false_belief: 'The player acted on a belief that is false in the game',
    won: 'The story was won',
    score_gain: 'Progress: the score rose (in the story also: the story was won)',
    help: 'A person helped: played the turn, gave a hint, or discarded an answer',
    note_contradicted: 'The game contradicted a note of the player',
    new_location: 'A room was entered for the first time',
  } satisfies Record<MarkerKind, string>,
  /** For the search in Help. */
  shapes: {
    death: 'Cross',
    error: 'Triangle with an exclamation mark',
    stuck: 'Disc with a bar',
    loop: 'Round arrow',
    score_loss: 'Triangle that points down',
    rejected: 'Diagonal cross, x',
    false_belief: 'Half disc',
    won: 'Star',
    score_gain: 'Diamond',
    help: 'Person',
    note_contradicted: 'Page with a bar',
    new_location: 'Triangle that points up',
  } satisfies Record<MarkerKind, string>,
  judgementShapes: {
    deadly: 'Cross',
    progress: 'Diamond',
    found: 'Square',
    repeated: 'Two bars',
    wasted: 'Bar',
  } satisfies Record<Judgement, string>,
  yours: 'Your marks',
  bookmark: 'Your bookmark',
  note: 'Your note',
  bookmarkOrNote: 'Your bookmark or note',
  breakpoint: 'Your breakpoint: the agent and playback stop there',
  onTimeline: 'More on the timeline',
  hit: 'A turn that matches what you search for',
  gap: 'A wait that is omitted from the time axis',
  fork: 'Another episode was forked from here',
  start: 'This episode is a fork, which begins here',
  onMap: 'Map',
} as const
