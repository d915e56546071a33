import type { ExperimentProgress, RUN_ENDS } from '@shared/experiments/progress'

export interface RunEnd {
  readonly why: (typeof RUN_ENDS)[number]
  /** A sentence without a full stop. */
  readonly reason: string
  readonly progress: ExperimentProgress
}

export type EndReason =
  | { readonly kind: 'all_played' | 'rest_played' | 'more_waiting' | 'played_elsewhere' }
  | { readonly kind: 'interrupted' | 'cancelled' | 'paused' | 'no_workers' }
  | { readonly kind: 'limit_reached'; readonly units: number }
  | { readonly kind: 'units_failed'; readonly units: number }
  | { readonly kind: 'arm_failed'; readonly arm: string; readonly reason: string }
  | { readonly kind: 'endpoint_lost'; readonly reason: string }
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'differences_known'; readonly halfWidth: number; readonly seeds: number }
  | { readonly kind: 'cost_spent'; readonly budgetUsd: number; readonly spentUsd: number }
  | { readonly kind: 'tokens_spent'; readonly budget: number; readonly spent: number }
  | { readonly kind: 'time_spent'; readonly minutes: number }
  | { readonly kind: 'too_little_left'; readonly costUsd: number; readonly tokens: number }

type Row<Kind extends EndReason['kind']> = readonly [
  why: RunEnd['why'],
  describe: (reason: Extract<EndReason, { readonly kind: Kind }>) => string,
]

const ENDS: { readonly [Kind in EndReason['kind']]: Row<Kind> } = {
  all_played: ['finished', () => 'All episodes are played'],
  rest_played: ['finished', () => 'All playable episodes are played'],
  more_waiting: ['finished', () => 'More episodes are waiting'],
  played_elsewhere: ['finished', () => 'Other workers play the remaining episodes'],
  interrupted: ['interrupted', () => 'The run was interrupted'],
  cancelled: ['cancelled', () => 'The run was cancelled'],
  paused: ['paused', () => 'The experiment is paused'],
  no_workers: ['failed', () => 'The worker processes cannot be started; see their messages above'],
  limit_reached: ['limit', ({ units }) => `The limit of ${episodes(units)} is reached`],
  units_failed: ['failed', ({ units }) => `${episodes(units)} failed; resume --retry-failed tries again`],
  arm_failed: ['failed', ({ arm, reason }) => `Arm "${arm}" cannot be played: ${reason}`],
  endpoint_lost: ['failed', ({ reason }) => `${reason}. All retries failed; resume when the endpoint answers`],
  fault: ['failed', ({ message }) => message],
  differences_known: [
    'known',
    ({ halfWidth, seeds }) => `All differences are known to ±${halfWidth} after ${seeds} seeds`,
  ],
  cost_spent: [
    'budget',
    ({ budgetUsd, spentUsd }) => `The budget of $${Number(budgetUsd.toFixed(4))} is spent ($${spentUsd.toFixed(2)})`,
  ],
  tokens_spent: ['budget', ({ budget, spent }) => `The budget of ${budget} tokens is spent (${spent})`],
  time_spent: ['budget', ({ minutes }) => `The budget of ${minutes} minutes is spent`],
  too_little_left: [
    'budget',
    ({ costUsd, tokens }) => {
      const needs = [costUsd > 0 && `$${costUsd.toFixed(2)}`, tokens > 0 && `${Math.round(tokens)} tokens`]
      return `The rest of the budget is less than one more episode may take (${needs.filter(Boolean).join(', ')})`
    },
  ],
}

export function describeEnd(reason: EndReason): Pick<RunEnd, 'why' | 'reason'> {
  const [why, describe] = ENDS[reason.kind] as Row<EndReason['kind']>
  return { why, reason: describe(reason) }
}

const episodes = (count: number): string => `${count} ${count === 1 ? 'episode' : 'episodes'}`
