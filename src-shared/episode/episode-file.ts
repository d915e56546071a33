/**
 * Ending of an exported episode: the lines of its log. The operating system opens such files with this app, see
 * build/electron-builder.yml.
 */
export const EPISODE_FILE_ENDING = '.zorkgpt'
