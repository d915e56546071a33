import { resolve } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { stringify } from 'smol-toml'
import { MIND_PRESETS } from '@shared/episode/log/mind-schema'
import { reportHtml } from '@shared/experiments/report-html'
import { ExpectedError } from '@shared/base/expected-error'
import { PRESET_PARTS } from '@shared/agent/mind-presets'
import { ExperimentFolder } from '../../../experiments/plan/experiment-folder'
import { checkExperiment } from '../../../experiments/plan/read-experiment'
import { type CommandContext, typedPath } from '../command/command-context'
import { readArguments, readNumber } from '../command/arguments'
import { COMMAND_OPTIONS } from '../command/command-table'
import { readReport } from './report'
import { runFile } from './run-file'
import { dataFolderOf } from '../command/open-host'
import { badUsage } from '../command/usage'

/**
 * `zorkgpt ablate`: what each part of a mind does for a model, as an experiment whose arms are filled in: the preset
 * whole, without each of its parts, and without any. All of a seed are played before the next, so that what is broken
 * off leaves pairs.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArguments(args, COMMAND_OPTIONS.ablate, 0)
  const { model, 'base-url': baseUrl, 'max-usd': mostUsd, price } = values
  if (model === undefined)
    throw badUsage('ablate needs a model: --model NAME, with --base-url ADDRESS for its endpoint.')
  const preset = MIND_PRESETS.find((name) => name === (values.parts ?? 'standard'))
  if (preset === undefined || preset === 'none')
    throw badUsage(
      `--parts is "${values.parts}"; it takes ${MIND_PRESETS.filter((name) => name !== 'none').join(', ')}.`,
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
    throw badUsage(problem === undefined ? 'This cannot be run.' : `${problem.path ?? ''}: ${problem.message}.`)
  await runFile(file, 'run', { ...values, 'dry-run': true }, context)
  if (values['dry-run']) return 0
  const status = await runFile(file, 'run', values, context)
  await writeReports(name, new ExperimentFolder(dataFolderOf(values, context), name), context)
  return status
}

/** Calling it again resumes, and rewrites the files. */
async function writeReports(name: string, folder: ExperimentFolder, context: CommandContext): Promise<void> {
  const source = await readReport(folder)
  const files = {
    [resolve(typedPath(context, `${name}.report.json`))]: `${JSON.stringify(source.report, null, 2)}\n`,
    [resolve(typedPath(context, `${name}.report.html`))]: reportHtml({
      ...source,
      linkTo: (episode) => `zorkgpt://episode/${episode}/0`,
    }),
  }
  for (const [path, text] of Object.entries(files))
    await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
      throw new ExpectedError('cannot_write', `The report was not written: ${path} (${error.code ?? error.message}).`)
    })
  context.printLine(`The report is in ${Object.keys(files).join(' and ')}.`)
}

function readDollars(said: string): number {
  const dollars = Number(said)
  if (!(dollars > 0) || !Number.isFinite(dollars))
    throw badUsage(`--max-usd is "${said}"; it takes US dollars, more than 0.`)
  return dollars
}

function readPrice(said: string): { readonly input: number; readonly output: number } {
  const [input = NaN, output = NaN, ...rest] = said.split(',').map(Number)
  if (rest.length > 0 || !(input >= 0) || !(output >= 0))
    throw badUsage(`--price is "${said}"; it takes US dollars a million tokens, in and out: --price 0.27,0.40.`)
  return { input, output }
}
