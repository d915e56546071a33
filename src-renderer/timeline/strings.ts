/** What is said of how much of the timeline is in sight. */
export const timelineStrings = {
  sight: 'Part of the episode in sight',
  all: 'All',
  hour: '1 h',
  allTitle: 'Show all turns',
  hourTitle: 'Show the hour of play around the playhead',
} as const
