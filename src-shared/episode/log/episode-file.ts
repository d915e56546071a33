/**
 * Ending of an exported episode: the lines of its log. The operating system opens such files with this app, see
 * build/electron-builder.yml.
 */
export const EPISODE_FILE_ENDING = '.zorkgpt'

/** A window holds an episode whole. A log that is longer is cut first, see `zorkgpt export --from --to`. */
export const LONGEST_OPENED_BYTES = 256 << 20
