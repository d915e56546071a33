/** Extension of an exported episode, also for the operating system (build/electron-builder.yml). */
export const EPISODE_FILE_ENDING = '.zorkgpt'

/** A window holds an episode whole. A longer log must be cut first: `zorkgpt export --from --to`. */
export const LONGEST_OPENED_BYTES = 256 << 20
