import type { McpTest } from '@shared/contract/mcp'

/** A connection test that ended without a step, a tool or a failure. */
export const ENDED_TEST: McpTest = {
  steps: [],
  failure: null,
  tools: null,
  resources: [],
  prompts: [],
  progress: null,
  call: null,
  notices: [],
  finished: true,
}
