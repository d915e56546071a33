import { HANDICAPS, type PlayerKind } from '../episode/log/event'
import { unitName } from '../episode/log/unit-name'
import { readSeeds } from './seeds'

export const FORM_PLAYERS = ['explorer', 'random', 'llm'] as const satisfies readonly PlayerKind[]

export interface ArmForm {
  readonly name: string
  readonly player: (typeof FORM_PLAYERS)[number]
  readonly model: string
}

/** The fields of the form as typed; empty fields are omitted from the text. */
export interface ExperimentForm {
  readonly name: string
  readonly stories: readonly string[]
  readonly seeds: string
  readonly turns: string
  readonly handicaps: string
  readonly arms: readonly ArmForm[]
  readonly costUsd: string
  readonly minutes: string
  /** Address of the endpoint for all arms with a model; empty if no endpoint was chosen yet. */
  readonly baseUrl: string
}

/** Fields that are checked while they are typed. */
export type CheckedField = 'name' | 'seeds' | 'turns' | 'handicaps' | 'costUsd' | 'minutes'

/** Whether each field is valid. The host checks the rest. */
export const FIELD_CHECKS: Readonly<Record<CheckedField, (typed: string) => boolean>> = {
  name: isName,
  seeds: (typed) => typeof readSeeds(typed) !== 'string',
  turns: (typed) => /^0*[1-9]\d*$/.test(typed.trim()),
  handicaps: (typed) => {
    const listed = handicapsIn(typed)
    return listed.length > 0 && listed.every((one) => (HANDICAPS as readonly string[]).includes(one))
  },
  costUsd: isLimit,
  minutes: isLimit,
}

/** The name of the experiment or of an arm. */
export function isName(typed: string): boolean {
  return unitName.safeParse(typed.trim()).success
}

function isLimit(typed: string): boolean {
  return typed.trim() === '' || (/^\s*\d*\.?\d+\s*$/.test(typed) && Number(typed) > 0)
}

/** Default names of arms. Such a name follows the player until a person types another. */
const USUAL_NAMES: Readonly<Record<ArmForm['player'], string>> = {
  explorer: 'explorer',
  random: 'random',
  llm: 'model',
}

/** The arm with another player. `others` are the names of all other arms. */
export function withPlayer(
  arm: ArmForm,
  player: ArmForm['player'],
  others: readonly string[],
  usualModel: string,
): ArmForm {
  const isUsual = arm.name === '' || Object.values(USUAL_NAMES).includes(arm.name.replace(/-\d+$/, ''))
  const usual = USUAL_NAMES[player]
  const free = others.includes(usual) ? nextName(usual, others) : usual
  return {
    name: isUsual ? free : arm.name,
    player,
    model: player === 'llm' && arm.model === '' ? usualModel : arm.model,
  }
}

/** In capital letters, without duplicates. */
const handicapsIn = (typed: string): readonly string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
]

/** The text of a zorkgpt.experiment.toml for a form; the host validates it. */
export function experimentText(form: ExperimentForm): string {
  const { name, stories, seeds, turns, handicaps, arms, costUsd, minutes, baseUrl } = form
  const budget = [
    ...(costUsd.trim() === '' ? [] : [`cost_usd = ${Number(costUsd)}`]),
    ...(minutes.trim() === '' ? [] : [`wall_minutes = ${Number(minutes)}`]),
  ]
  const tables = [
    ['[experiment]', `name = ${JSON.stringify(name.trim())}`, `seeds = ${JSON.stringify(seeds.trim())}`],
    ['[axes]', `story = ${JSON.stringify(stories)}`, `handicap = ${JSON.stringify(handicapsIn(handicaps))}`],
    ['[orchestrator]', `max_turns_per_episode = ${Number(turns)}`],
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

/** The same experiment under an unused name, so that all its episodes are played again. */
export const renamed = (text: string, taken: readonly string[]): string =>
  text.replace(
    /^(\s*name\s*=\s*")([^"]*)(")/m,
    (_line, before: string, name: string, after: string) => `${before}${nextName(name, taken)}${after}`,
  )

/** The name with the next higher number that is not in `taken`. */
export function nextName(name: string, taken: readonly string[]): string {
  const [, stem = name, count = '1'] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? []
  let number = Number(count) + 1
  while (taken.includes(`${stem}-${number}`)) number++
  return `${stem}-${number}`
}
