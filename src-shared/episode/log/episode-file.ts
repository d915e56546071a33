/** Extension of an exported episode, also registered with the operating system (build/electron-builder.yml). */
export const EPISODE_FILE_ENDING = '.zorkgpt'

/**
 * Maximum size, because a window holds an episode in memory. Longer logs must be cut first: `zorkgpt export --from
 * --to`.
 */
export const LONGEST_OPENED_BYTES = 256 << 20
