import { count, formatNumber } from '../../kit/text/format'

const megabytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / (1 << 20)))} MB`

/** What is said of files that are opened or dropped. */
export const fileStrings = {
  tooMany: (shown: number, all: number) =>
    `The folder holds ${count(all, 'episode', 'episodes')}; the first ${formatNumber(shown)} are open. Start ZorkGPT with --data to read all of it.`,
  notAnEpisode: (fileName: string, line: number, why: string) => `${fileName} cannot be opened: line ${line} ${why}.`,
  noLog: (name: string) => `${name} holds no episode: neither an events.jsonl, nor folders with one.`,
  isEmpty: (fileName: string) => `${fileName} holds no episode.`,
  tooLong: (fileName: string, bytes: number, most: number) =>
    `${fileName} is ${megabytes(bytes)} long, and a window holds at most ${megabytes(most)}. Put it into a folder of the data folder as events.jsonl, cut out the turns to look at, and open the file that comes of it: zorkgpt export FOLDER --from TURN --to TURN --out FILE`,
  notJson: 'is not JSON',
  noEvent: (field: string) => `is no event of an episode (${field})`,
  ofNewerVersion: (sign: string) => `seems to be of a newer version of the app: open it with that (${sign})`,
  outOfOrder: 'is missing or out of order',
  lacks: (what: readonly string[], more: string | null) =>
    `Another program recorded this. It lacks ${what.join(', ')}.${more === null ? '' : ` This is the first episode of the file; zorkgpt import ${more} brings all of them.`}`,
  tornLine: 'The last event was cut off and left out.',
  tooLarge: (fileName: string) => `${fileName} is too large to be handed over by a page. Add it by its path.`,
} as const
