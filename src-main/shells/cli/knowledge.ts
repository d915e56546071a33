import { resolve } from 'node:path'
import { sureness } from '@shared/agent/knowledge/entry-words'
import { type KnowledgeEntry, statusOf } from '@shared/agent/knowledge/knowledge'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import type { ShownKnowledge } from '@shared/contract/knowledge'
import { readNamed, utf8Text } from '../../base/files/plain-file'
import { badUsage, readArguments, type Values } from './command/arguments'
import { type CommandContext, typedPath } from './command/command-context'
import { KNOWLEDGE_VERBS } from './command/command-table'
import { openRunHost } from './command/open-host'
import { refuseTaken, writeFile } from './episode/write-export'

type KnowledgeValues = Values<'knowledge'>

const LONGEST_FILE = 8 << 20
/** In place of a story, names the entries that hold in every story. */
const GENERAL = 'general'

/** `zorkgpt knowledge list|show|learn|import|export`: manages the knowledge from earlier episodes. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments('knowledge', args, 2)
  const verb = KNOWLEDGE_VERBS.find((name) => name === positionals[0])
  const what = positionals[1] ?? ''
  if (verb === undefined) throw badUsage(`knowledge needs a subcommand: ${KNOWLEDGE_VERBS.join(', ')}.`)
  if (verb !== 'list' && what === '') throw badUsage(`${verb} needs ${NEEDED[verb]}: zorkgpt knowledge ${verb} …`)
  const host = await openRunHost(values, context)
  const { api } = host
  try {
    if (verb === 'list') await list(api, values, context)
    if (verb === 'show') await show(await read(api, what, values), values, context)
    if (verb === 'learn') await learn(api, what, values, context)
    if (verb === 'import') await importFile(api, what, values, context)
    if (verb === 'export') await exportFile(api, what, values, context)
    return 0
  } finally {
    await host.close()
  }
}

const NEEDED = {
  show: 'a story or "general"',
  export: 'a story or "general"',
  learn: 'the name of an episode',
  import: 'a file',
} as const

async function list(api: HostApi, { json }: KnowledgeValues, context: CommandContext): Promise<void> {
  const stories = await api.listKnowledge({})
  if (json) return context.printJson(stories)
  const known = stories.filter(({ at }) => at !== null)
  if (known.length === 0)
    return context.printLine('Nothing was learned yet. Read the log of an episode: zorkgpt knowledge learn EPISODE.')
  for (const { title, story, candidates, confirmed, retired, episodes, sha256 } of known)
    context.printLine(
      `${title ?? story?.slice(0, 12) ?? 'Every story'}: ${confirmed} confirmed, ${candidates} seen once, ${retired} retired, from ${episodes} ${episodes === 1 ? 'episode' : 'episodes'}, version ${sha256.slice(0, 12)}`,
    )
}

async function read(api: HostApi, name: string, { hash = '' }: KnowledgeValues): Promise<ShownKnowledge> {
  const story = await storyNamed(api, name)
  const newest = await api.readKnowledge({ story })
  if (hash === '') return newest
  const found = newest.versions.filter(({ sha256 }) => sha256.startsWith(hash.toLowerCase()))
  const [only] = found
  if (found.length !== 1 || only === undefined)
    throw new ExpectedError(
      'not_found',
      `There is no single version that begins with ${hash}: ${newest.versions.map(({ sha256 }) => sha256.slice(0, 12)).join(', ')}.`,
    )
  return api.readKnowledge({ story, sha256: only.sha256 })
}

async function show(shown: ShownKnowledge, { json }: KnowledgeValues, context: CommandContext): Promise<void> {
  if (json) return context.printJson(shown)
  const { entries, versions, sha256, title, story } = shown
  context.printLine(`${title ?? story ?? 'Every story'}, version ${sha256}`)
  if (entries.length === 0) context.printLine('No entries.')
  for (const entry of entries) context.printLine(entryLine(entry))
  context.printLine(`\nVersions, the newest last:`)
  for (const version of versions)
    context.printLine(`  ${version.sha256}  ${version.at ?? 'empty'}  ${version.events} events`)
}

function entryLine(entry: KnowledgeEntry): string {
  const { id, place, text, evidence } = entry
  const [first] = evidence
  const status = statusOf(entry) === 'retired' ? 'retired, ' : ''
  const seen = first ? ` [${first.episode}, turn ${first.turn}: “${first.quote}”]` : ''
  return `  ${id}  ${place === null ? '' : `${place.name}: `}${text} (${status}${sureness(entry)})${seen}`
}

async function learn(api: HostApi, id: string, { json }: KnowledgeValues, context: CommandContext): Promise<void> {
  const learned = await api.learnEpisode({ episodeId: id })
  if (json) return context.printJson(learned)
  const { added, confirmed, contradicted, refused } = learned
  context.printLine(`${added} added, ${confirmed} confirmed, ${contradicted} contradicted, ${refused} refused.`)
}

async function importFile(
  api: HostApi,
  file: string,
  { story: name, replace, json }: KnowledgeValues,
  context: CommandContext,
): Promise<void> {
  const path = typedPath(context, file)
  const text = utf8Text(
    await readNamed(path, LONGEST_FILE).catch((error: Error) => {
      throw new ExpectedError('bad_file', `${path} cannot be read: ${error.message}`)
    }),
  )
  const story = name === undefined ? undefined : await storyNamed(api, name)
  const imported = await api.importKnowledge({ story, text, replace })
  if (json) return context.printJson(imported)
  const refused = imported.refused === 0 ? '' : ` ${imported.refused} were refused: they read as instructions.`
  context.printLine(`${imported.added} added.${refused}`)
}

async function exportFile(api: HostApi, name: string, values: KnowledgeValues, context: CommandContext): Promise<void> {
  const out = values.out === undefined ? null : typedPath(context, values.out)
  if (out !== null) await refuseTaken(out, values.force === true)
  const { story, sha256 } = await read(api, name, values)
  const text = await api.exportKnowledge({ story, sha256 })
  await writeFile(out, partsOf(text), context)
  if (out !== null) context.printLine(`Written to ${resolve(out)}.`)
}

async function* partsOf(text: string): AsyncGenerator<string> {
  yield text
}

/** The SHA-256 of a story by its id, its title or the hash itself; null for all stories. Throws `not_found`. */
async function storyNamed(api: HostApi, name: string): Promise<string | null> {
  if (name === GENERAL) return null
  if (/^[0-9a-f]{64}$/.test(name)) return name
  const stories = await api.listStories({})
  const story = stories.find(({ id, title }) => id === name || title === name)
  if (story) return story.sha256
  throw new ExpectedError(
    'not_found',
    `There is no story ${name}. There are ${stories.map(({ id }) => id).join(', ')}, and "${GENERAL}" for all.`,
  )
}
