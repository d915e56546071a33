import { count, formatNumber } from '../../kit/text/format'

const megabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / (1 << 20)))} MB`

/** Messages about files that are opened or dropped. */
export const fileStrings = {
  tooMany: (shown: number, all: number) =>
    `The folder contains ${count(all, 'episode', 'episodes')}; the first ${formatNumber(shown)} were opened. Start ZorkGPT with --data to open the whole folder.`,
  notAnEpisode: (fileName: string, line: number, why: string) => `${fileName} cannot be opened: line ${line} ${why}.`,
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
  tooLarge: (fileName: string) => `${fileName} is too large to upload from a page. Add it by its path.`,
} as const
