import type { PlayerKind } from '@shared/episode/log/event'

export interface ArmForm {
  readonly name: string
  readonly player: Extract<PlayerKind, 'explorer' | 'random' | 'llm'>
  readonly model: string
}

/** The fields of the form, as typed; an empty one is left out. */
export interface ExperimentForm {
  readonly name: string
  readonly story: string
  readonly seeds: string
  readonly turns: string
  readonly handicaps: string
  readonly arms: readonly ArmForm[]
  readonly costUsd: string
  readonly minutes: string
}

/** The zorkgpt.experiment.toml of a form; the host checks it. `baseUrl` is the endpoint of models. */
export function experimentText(form: ExperimentForm, baseUrl: string): string {
  const { name, story, seeds, turns, handicaps, arms, costUsd, minutes } = form
  const budget = [
    ...(costUsd === '' ? [] : [`cost_usd = ${costUsd}`]),
    ...(minutes === '' ? [] : [`wall_minutes = ${minutes}`]),
  ]
  const tables = [
    ['[experiment]', `name = ${JSON.stringify(name.trim())}`, `seeds = ${JSON.stringify(seeds.trim())}`],
    [
      '[axes]',
      `story = [${JSON.stringify(story)}]`,
      `handicap = ${JSON.stringify(handicaps.split(/[\s,]+/).filter(Boolean))}`,
    ],
    ['[orchestrator]', `max_turns_per_episode = ${turns}`],
    ...(arms.some(({ player }) => player === 'llm') ? [['[llm]', `client_base_url = ${JSON.stringify(baseUrl)}`]] : []),
    ...(budget.length === 0 ? [] : [['[budget]', ...budget]]),
    ...arms.map((arm) => [
      '[[arm]]',
      `name = ${JSON.stringify(arm.name.trim())}`,
      `run.player = "${arm.player}"`,
      ...(arm.player === 'llm' ? [`llm.agent_model = ${JSON.stringify(arm.model.trim())}`] : []),
    ]),
  ]
  return tables.map((lines) => `${lines.join('\n')}\n`).join('\n')
}

/** The same experiment under another name, so that its episodes are played again. */
export const renamed = (text: string): string =>
  text.replace(/^(\s*name\s*=\s*")([^"]*)(")/m, (_line, before, name, after) => {
    const [, stem, count] = /^(.*?)(?:-(\d+))?$/.exec(name as string) ?? []
    return `${before as string}${stem ?? ''}-${Number(count ?? 1) + 1}${after as string}`
  })
