/**
 * File extension of an exported episode, which holds the lines of its log. The operating system opens such files with
 * this app (build/electron-builder.yml).
 */
export const EPISODE_FILE_ENDING = '.zorkgpt'

/** A window holds an episode whole. A longer log must be cut first: `zorkgpt export --from --to`. */
export const LONGEST_OPENED_BYTES = 256 << 20
