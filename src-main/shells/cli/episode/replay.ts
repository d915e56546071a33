import { latestObservation, type Observation } from '@shared/episode/state/episode'
import { loadEpisode } from '../../../episode/load-episode'
import { badLog } from '../../../episode/log/log-lines'
import { NOTHING_RECORDED } from '../../../episode/log/read-log'
import { badUsage, readArguments, readNumber } from '../command/arguments'
import type { CommandContext } from '../command/command-context'
import { readableFolder, namingResume } from './episode-log'

/** `zorkgpt replay`: prints the state of an episode at a turn, computed from its log without a game. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('replay', args, 1)
  const [id] = positionals
  if (id === undefined) throw badUsage('replay needs the name of an episode: zorkgpt replay EPISODE.')
  const folder = readableFolder(id, values, context)
  const wanted = readNumber(values.turn, 'turn', 0)
  const { state, warning } = await namingResume(id, values, loadEpisode(folder, wanted))
  if (warning !== null) context.printError(`zorkgpt: ${warning}`)
  if (state.manifest === null) throw badLog(1, NOTHING_RECORDED)
  const turn = state.turns.length
  if (wanted !== undefined && turn < wanted)
    throw badUsage(`Episode ${id} has ${turn} complete turns; turn ${wanted} is not one of them.`)
  const seen = latestObservation({ ...state, openTurn: null })
  if (!seen) throw badUsage(`Episode ${id} has no opening in its log: it was stopped before its game began.`)
  const action = state.turns.at(-1)?.action?.action ?? null
  const { location, score, moves, inventory, text } = seen
  if (values.json) context.printJson({ turn, location, score, moves, inventory, action, observation: text })
  else context.printLine(describe(turn, action, seen))
  return 0
}

function describe(turn: number, action: string | null, seen: Observation): string {
  const { location, score, moves, inventory, text } = seen
  const carried = inventory === null ? 'unknown' : inventory.map(({ name }) => name).join(', ') || 'nothing'
  return `Turn ${turn} · ${location?.name ?? 'location unknown'} · score ${score ?? 'unknown'} · moves ${moves ?? 'unknown'}\nCarrying: ${carried}\n\n${action === null ? '' : `> ${action}\n`}${text.trim()}`
}
