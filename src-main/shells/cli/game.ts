import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tryParseJson } from '@shared/base/json/bound-json'
import { StoryLibrary } from '../../story/catalog/story-library'
import type { SearchLimits } from '../../story/environment'
import { describeExits, describeObjects, describeValidActions, playCommands } from '../../story/episode/play-commands'
import { badUsage, readArguments, readName, readNumber } from './command/arguments'
import { type CommandContext, typedPath } from './command/command-context'
import { PROFILES } from './command/command-table'

/** Longer than in a turn, because a listing examines only one state. */
const LIMITS: SearchLimits = { budgetMs: 10_000 }

/**
 * `zorkgpt game`: plays commands without an agent. With --json, prints a line for the start, each command and each
 * listing.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values } = readArguments('game', args, 0)
  if (values.story === undefined) throw badUsage('game needs --story FILE|ID.')
  const bundled = join(context.appRoot, 'build/story')
  const story = await new StoryLibrary(bundled, bundled).find(values.story)
  const commands = values.commands === undefined ? [] : await readCommands(typedPath(context, values.commands))
  const turns = playCommands(story.bytes, {
    seed: readNumber(values.seed, 'seed', 0) ?? 0,
    profile: readName(values.profile, 'profile', PROFILES) ?? 'plain',
    commands,
  })
  let turn = turns.next()
  for (; !turn.done; turn = turns.next()) {
    const { command, text, fault } = turn.value
    if (values.json) context.printJson(turn.value)
    else context.printLine(`${command === null ? '' : `> ${command}\n`}${text}`)
    if (fault)
      context.printError(`zorkgpt: the story's program failed at "${command ?? 'the start'}": ${fault.message}`)
  }
  const environment = turn.value
  if (values.exits) context.printJson({ exits: describeExits(environment, LIMITS) })
  if (values['valid-actions']) context.printJson({ valid_actions: describeValidActions(environment, LIMITS) })
  if (values.objects) context.printJson({ objects: describeObjects(environment) })
  return 0
}

async function readCommands(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw badUsage(`The commands ${path} cannot be read (${error.code}).`)
  })
  const commands = tryParseJson(text)
  if (!Array.isArray(commands) || !commands.every((command) => typeof command === 'string'))
    throw badUsage(`${path} is not a JSON array of strings, which --commands takes.`)
  const several = commands.find((command) => /[\r\n]/.test(command))
  if (several !== undefined)
    throw badUsage(
      `The command ${JSON.stringify(several)} in ${path} contains a line break. Split it into separate commands.`,
    )
  return commands
}
