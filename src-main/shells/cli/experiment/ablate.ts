import { resolve } from 'node:path'
import { stringify } from 'smol-toml'
import { PRESET_PARTS } from '@shared/agent/mind-presets'
import { MIND_PRESETS } from '@shared/episode/log/mind-schema'
import { ExperimentFolder } from '../../../experiments/plan/experiment-folder'
import { checkExperiment } from '../../../experiments/plan/read-experiment'
import { readReport } from '../../../experiments/plan/report-file'
import { badUsage, readArguments, readNumber } from '../command/arguments'
import { type CommandContext, typedPath } from '../command/command-context'
import { dataFolderOf } from '../command/open-host'
import { writeReport } from './report'
import { runFile } from './run-file'

/**
 * `zorkgpt ablate`: measures each part of a mind with a model. Its arms are the whole preset, the preset without each
 * single part, and no mind. All arms play one seed before the next, so that an interrupted run has complete pairs.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArguments('ablate', args, 0)
  const { model, 'base-url': baseUrl, 'max-usd': mostUsd, price } = values
  if (model === undefined)
    throw badUsage('ablate needs a model: --model NAME, with --base-url ADDRESS for its endpoint.')
  const preset = MIND_PRESETS.find((name) => name === (values.parts ?? 'standard'))
  if (preset === undefined || preset === 'none')
    throw badUsage(
      `--parts is "${values.parts}". It must be one of: ${MIND_PRESETS.filter((name) => name !== 'none').join(', ')}.`,
    )
  const name = `ablate-${preset}-${model.replaceAll(/[^A-Za-z0-9]+/g, '-')}`.slice(0, 60).replace(/-+$/, '')
  const text = stringify({
    experiment: { name, seeds: `1..${readNumber(values.seeds, 'seeds', 1, 10_000) ?? 5}`, baseline: preset },
    axes: { story: (values.stories ?? 'zork1,glass-weather').split(',').map((story) => story.trim()) },
    run: { player: 'llm' },
    llm: { agent_model: model, ...(baseUrl !== undefined && { client_base_url: baseUrl }) },
    orchestrator: { max_turns_per_episode: readNumber(values.turns, 'turns', 1) ?? 200 },
    arm: [
      { name: preset, mind: { preset } },
      ...PRESET_PARTS[preset].map((part) => ({ name: `without-${part}`, mind: { preset, off: [part] } })),
      { name: 'none', mind: { preset: 'none' } },
    ],
    ...(mostUsd !== undefined && { budget: { cost_usd: readDollars(mostUsd) } }),
    ...(price !== undefined && { prices: { [model]: readPrice(price) } }),
  })
  const path = resolve(typedPath(context, `${name}.experiment.toml`))
  const { file, problems } = checkExperiment(path, text)
  const [problem] = problems
  if (file === null)
    throw badUsage(
      problem === undefined ? 'The experiment cannot be run.' : `${problem.path ?? ''}: ${problem.message}.`,
    )
  await runFile(file, 'run', { ...values, 'dry-run': true }, context)
  if (values['dry-run']) return 0
  const status = await runFile(file, 'run', values, context)
  await writeReports(new ExperimentFolder(dataFolderOf(values, context), name), context)
  return status
}

/** The same command again resumes the run and replaces these files. */
async function writeReports(folder: ExperimentFolder, context: CommandContext): Promise<void> {
  const source = await readReport(folder)
  const paths: string[] = []
  for (const format of ['json', 'html'] as const) {
    const path = resolve(typedPath(context, `${folder.name}.report.${format}`))
    await writeReport(path, format, source, { force: true }, folder, context)
    paths.push(path)
  }
  context.printLine(`The report is in ${paths.join(' and ')}.`)
}

function readDollars(text: string): number {
  const dollars = Number(text)
  if (!(dollars > 0) || !Number.isFinite(dollars))
    throw badUsage(`--max-usd is "${text}". It must be a number of US dollars above 0.`)
  return dollars
}

function readPrice(text: string): { readonly input: number; readonly output: number } {
  const [input = NaN, output = NaN, ...rest] = text.split(',').map(Number)
  if (rest.length > 0 || !(input >= 0) || !(output >= 0))
    throw badUsage(
      `--price is "${text}". It must be the price of a million input and output tokens in US dollars, such as 0.27,0.40.`,
    )
  return { input, output }
}
