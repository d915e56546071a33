import { MAX_PROBED } from '@shared/contract/models'
import { blindShareOf, type ProbeRecord } from '@shared/experiments/probe'
import { percent } from '@shared/experiments/report-text'
import { badUsage, readArguments, readNumber } from '../command/arguments'
import { type CommandContext, untilInterrupted } from '../command/command-context'
import { openRunHost } from '../command/open-host'

const QUESTIONS = 40
const COMMANDS = 60

/** `zorkgpt probe`: measures what a model knows of a story before it plays. Progress goes to standard error. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('probe', args, 1)
  if (values.story === undefined) throw badUsage('probe needs --story FILE|ID.')
  const asked = {
    game: values.story,
    model: positionals[0],
    baseUrl: values['base-url'],
    questions: readNumber(values.questions, 'questions', 0, MAX_PROBED) ?? QUESTIONS,
    commands: readNumber(values.commands, 'commands', 0, MAX_PROBED) ?? COMMANDS,
    keysFor: values['send-key-to'] ?? values['base-url'],
  }
  const host = await openRunHost({ ...values, 'mcp-config': undefined }, context)
  try {
    await untilInterrupted(context, async (signal) => {
      for await (const step of host.api.probeKnowledge(asked, signal)) {
        if (step.step === 'asked') {
          if (step.number % 10 === 0 || step.number === step.of)
            context.printError(`${step.number} of ${step.of} questions are answered.`)
        } else if (values.json) context.printJson(step.record)
        else context.printLine(probeText(step.record))
      }
    })
  } finally {
    await host.close()
  }
  return 0
}

function probeText(record: ProbeRecord): string {
  const { story, model, base_url: baseUrl, recital, blind } = record
  const share = blindShareOf(record)
  const recited =
    recital.value === null
      ? 'not measured: no question could be asked, or every room has the same name'
      : `${percent(recital.value)} (${recital.right} of ${recital.questions} right, ${percent(recital.by_chance)} by chance)`
  const won =
    share === null
      ? `not measured, ${blind.played} commands played`
      : `${percent(share)} (${blind.score} of ${blind.max_score} points, ${blind.played} commands played)`
  return [
    `${story.title}, ${model} at ${baseUrl}`,
    `  recital:      ${recited}`,
    `  blind score:  ${won}`,
    'The probe is saved; reports of experiments show it. Compare it with a story that no model can know: --story low-water.',
  ].join('\n')
}
