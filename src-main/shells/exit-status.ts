import { type ErrorKind, isExpected } from '@shared/base/expected-error'

/** 2 is wrong usage or unusable input; 1 is any other failure, which may not recur. */
const STATUSES: Readonly<Record<ErrorKind, 1 | 2>> = {
  bad_input: 2,
  not_found: 2,
  bad_file: 2,
  bad_story: 2,
  not_plain: 2,
  bad_log: 2,
  newer_log: 2,
  damaged_log: 2,
  shorter_log: 1,
  not_resumable: 2,
  program_not_agreed: 2,
  key_not_agreed: 2,
  bad_key: 1,
  refused: 1,
  mcp_failed: 2,
  sign_in_needed: 2,
  not_received: 1,
  running: 1,
  not_possible: 1,
  changed_on_disk: 1,
  cannot_write: 1,
  canceled: 1,
  disconnected: 1,
  no_token: 1,
  other_token: 1,
}

export const exitStatusOf = (error: unknown): 1 | 2 => (isExpected(error) ? STATUSES[error.kind] : 1)
