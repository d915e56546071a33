import { reportText, signed } from '@shared/experiments/report-text'
import type { ExperimentFolder } from '../../../experiments/plan/experiment-folder'
import type { CommandContext } from '../command/command-context'
import { badUsage } from '../command/usage'
import { planOf, readReport } from './report'

/** Two arms, seed by seed, with what to open in order to see why. */
export async function compareArms(
  folder: ExperimentFolder,
  arms: readonly string[],
  { json }: { readonly json?: boolean },
  context: CommandContext,
): Promise<number> {
  const plan = await planOf(folder)
  const [one, other] = arms
  const names = plan.arms.map(({ name }) => name)
  if (one === undefined || other === undefined)
    throw badUsage(`experiment compare needs two arms of ${names.join(', ')}.`)
  const missing = arms.find((arm) => !names.includes(arm))
  if (missing !== undefined) throw badUsage(`There is no arm "${missing}"; there are ${names.join(', ')}.`)
  const { report: made } = await readReport(folder, other)
  const difference = made.differences.filter(({ arm }) => arm === one)
  const pairs = made.units.flatMap((unit) => {
    if (unit.arm !== one) return []
    const pair = made.units.find(
      (against) =>
        against.arm === other &&
        against.story === unit.story &&
        against.handicap === unit.handicap &&
        against.seed === unit.seed &&
        against.repeat === unit.repeat,
    )
    return pair === undefined ? [] : [{ one: unit, other: pair }]
  })
  if (json) context.printJson({ experiment: plan.name, arms: [one, other], differences: difference, pairs })
  else
    context.printLine(
      [
        reportText({
          ...made,
          arms: made.arms.filter(({ arm }) => arms.includes(arm)),
          cells: made.cells.filter(({ arm }) => arms.includes(arm)),
          differences: difference,
          secondary: made.secondary.filter(({ arm }) => arm === one),
          missing: [],
          notes: [],
        }),
        '',
        'Seed by seed; zorkgpt compare EPISODE OTHER shows where two part',
        ...pairs.map(
          ({ one: unit, other: against }) =>
            `  ${unit.story} ${unit.handicap} seed ${unit.seed}: ${signed((unit.value ?? 0) - (against.value ?? 0), plan.primary).padStart(9)}  ${unit.episode} ${against.episode}`,
        ),
      ].join('\n'),
    )
  return 0
}
