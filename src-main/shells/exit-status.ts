/** Wrong usage, or input that cannot be read: a story, a settings file, a config, an episode, a folder. */
const NAMES = ['UsageError', 'StoryError', 'McpError']
const CODES = [
  'bad_settings',
  'bad_start_file',
  'bad_params',
  'bad_log',
  'newer_log',
  'no_episode',
  'no_turn',
  'not_resumable',
  'other_story',
  'data_folder',
  'not_plain',
  'port_in_use',
  'program_not_agreed',
  'key_not_agreed',
]

/** What a shell ends with when this came in its way: 2 if whoever called it can do something about that, else 1. */
export function exitStatusOf(error: unknown): 1 | 2 {
  if (!(error instanceof Error)) return 1
  return NAMES.includes(error.name) || ('code' in error && CODES.includes(String(error.code))) ? 2 : 1
}
