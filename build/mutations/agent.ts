import type { PlantedBreak } from './planted-break'

const agent = (name: string): string => `src-main/agent/${name}`
const LOOP = [agent('choose-action.test.ts'), agent('tool-loop-properties.test.ts')]

export const AGENT_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'history-short-by-one', file: agent('build-context.ts'),
    means: 'the model is shown one turn less than it should be',
    find: 'if (index < first) continue',
    put: 'if (index <= first) continue',
  },
  {
    name: 'history-kept-short', file: agent('build-context.ts'),
    means: 'the history is cut one turn too early',
    find: 'Math.ceil((pastTurns - historyTurns) / chunk)',
    put: 'Math.ceil((pastTurns + 1 - historyTurns) / chunk)',
  },
  {
    name: 'tool-history-short-by-one', file: agent('build-tool-context.ts'),
    means: 'a player through tools is shown one turn less',
    tests: [agent('build-context.test.ts')],
    find: 'state.turns.slice(first)',
    put: 'state.turns.slice(first + 1)',
  },
  {
    name: 'failures-of-other-places', file: agent('build-context.ts'),
    means: 'what failed in one place is told as failed in all',
    find: 'failedAt.get(before.location.id) ?? new Set()',
    put: '[...failedAt.values()][0] ?? new Set()',
  },
  {
    name: 'calls-after-timeout', file: agent('run-tool-calls.ts'),
    means: 'after a timeout the rest of the batch waits as long again (R6.5)',
    find: `if (outcome.kind === 'timeout') skip =`,
    put: `if (serverDied) skip =`,
  },
  {
    name: 'calls-to-dead-server', file: agent('run-tool-calls.ts'),
    means: 'after a death the loop goes on calling (decision 2)',
    find: `serverDied ||= outcome.kind === 'died'`,
    put: `serverDied = outcome.kind === 'died'`,
  },
  {
    name: 'skipped-call-unanswered', file: agent('run-tool-calls.ts'),
    means: 'a skipped call has no answer and the endpoint refuses the history (decision 1)',
    find: 'answers.push({ role:',
    put: `if (outcome.kind !== 'skipped') answers.push({ role:`,
  },
  {
    name: 'error-of-tool-as-success', file: agent('run-tool-calls.ts'),
    means: 'the model is told that a failed tool succeeded (R11)',
    find: `outcome.isError ? { error: 'The tool reported an error.', content: outcome.content } : {`,
    put: '{',
  },
  {
    name: 'session-left-open', file: agent('choose-action.ts'),
    means: 'every turn leaves its servers running',
    find: 'void session?.close()',
    put: '',
  },
  {
    name: 'one-iteration-more', file: agent('choose-action.ts'),
    means: 'the model may call tools once more than allowed (R5.6)',
    find: 'iteration < input.maxToolIterations',
    put: 'iteration <= input.maxToolIterations',
  },
  {
    name: 'forced-with-tools', file: agent('choose-action.ts'),
    means: 'the forced answer may be another tool call (R5.8)',
    find: 'await ask(true)',
    put: 'await ask(false)',
  },
  {
    name: 'loop-after-death', file: agent('choose-action.ts'),
    means: 'a dead server does not end the loop',
    find: 'if (batch.serverDied) break',
    put: '',
  },
  {
    name: 'tools-for-every-model', file: agent('choose-action.ts'),
    means: 'a model without tools is offered them (R12.5)',
    find: '&& !(await llm.supportsTools(model, signal))',
    put: '&& llm === null',
  },
  {
    name: 'tools-logged-each-turn', file: agent('choose-action.ts'),
    means: 'the log grows by all tool definitions in every turn',
    find: ' && !knownToolSets.has(toolSet)',
    put: '',
  },
  {
    name: 'action-of-many-lines', file: agent('agent-response.ts'),
    means: 'one answer plays several commands',
    find: `.transform((action) => action.replace(/[\\s\\p{Cc}]+/gu, ' ').trim())`,
    put: '.transform((action) => action.trim())',
  },
  {
    name: 'first-answer-counts', file: agent('agent-response.ts'),
    means: 'of several answers the draft counts and not the last',
    find: 'objectsIn(reply).toReversed()',
    put: 'objectsIn(reply)',
  },
  {
    name: 'action-of-any-length', file: agent('agent-response.ts'),
    means: 'an essay is typed into the game',
    find: `.max(MAX_ACTION_LENGTH, 'is too long for a command')`,
    put: '',
  },
  {
    name: 'draft-after-retry', file: agent('call-model.ts'),
    means: 'after a retry the window shows nothing of the new reply',
    tests: LOOP,
    find: 'offset = 0\n      failedAttempts',
    put: 'failedAttempts',
  },
  {
    name: 'format-beside-tools', file: agent('call-model.ts'),
    means: 'a response format is asked for while tools are offered (R4.6)',
    tests: LOOP,
    find: 'tools ? null : agentResponseFormat',
    put: 'agentResponseFormat',
  },
  {
    name: 'canceled-call-fails', file: agent('call-model.ts'),
    means: 'a call that the reader takes back ends the episode',
    find: 'if (!(error instanceof CallCanceled)) throw error',
    put: 'throw error',
    tests: [agent('call-model.test.ts'), 'src-main/host/cancel-call.test.ts'],
  },
  {
    name: 'random-player-stuck', file: agent('random-player.ts'),
    means: 'the random player draws the same in every turn',
    find: 'Math.imul(turn, 0xc2b2ae35)',
    put: '0',
  },
]
