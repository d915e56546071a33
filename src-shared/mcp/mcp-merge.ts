import { createScanner, findNodeAtLocation, getNodeValue } from 'jsonc-parser'
import { insertRaw, rawAt, rawMembers, removeValue, setRaw, treeOf } from './jsonc-edit'
import { pathOf, readDocument } from './mcp-document'

/** The result of merging two sets of changes to one config file. */
interface Merge {
  readonly text: string
  /** Servers that both sides changed differently; null stands for the text outside of the servers. */
  readonly conflicts: readonly (string | null)[]
  /** Servers whose change in `theirs` was adopted. */
  readonly taken: readonly string[]
}

/**
 * Merges the typed text (`mine`) with that of another program (`theirs`), both based on `base`. Entries are merged as a
 * whole, with their comments. If both sides changed the same thing differently, that is a conflict, and the text has
 * the version of `prefer`. Null if one of the three texts is not a valid config file.
 */
export function mergeConfigs(base: string, mine: string, theirs: string, prefer: 'mine' | 'theirs'): Merge | null {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((text) => entriesOf(text)) as [
    Entries | null,
    Entries | null,
    Entries | null,
  ]
  if (!inBase || !inMine || !inTheirs) return null
  const outside = (text: string) => JSON.stringify(aroundServers(text))
  const [mineMoved, theirsMoved] = [outside(mine) !== outside(base), outside(theirs) !== outside(base)]
  const outsideConflict = mineMoved && theirsMoved && outside(mine) !== outside(theirs)

  // The side that changed the text around the servers receives the other side's servers. If neither or only the other
  // program did, that is `theirs`, the text on disk.
  const minePreferred = outsideConflict ? prefer === 'mine' : mineMoved
  const [carrier, other, inOther, inCarrier] = minePreferred
    ? [mine, theirs, inTheirs, inMine]
    : [theirs, mine, inMine, inTheirs]
  const changedByOther = changes(inBase, inOther)
  const changedByCarrier = changes(inBase, inCarrier)
  const conflicts = changedByOther.filter(
    (name) => changedByCarrier.includes(name) && essenceOf(inOther.get(name)) !== essenceOf(inCarrier.get(name)),
  )
  const otherPreferred = minePreferred ? prefer === 'theirs' : prefer === 'mine'
  const applied = changedByOther.filter((name) => otherPreferred || !conflicts.includes(name))
  return {
    text: applied.reduce((text, name) => applyEntry(text, other, name, inOther), carrier),
    conflicts: outsideConflict ? [null, ...conflicts] : conflicts,
    taken: changes(inBase, inTheirs).filter((name) => !conflicts.includes(name) || prefer === 'theirs'),
  }
}

/** The text of each entry, by name. */
type Entries = ReadonlyMap<string, string>

const entriesOf = (text: string): Entries | null =>
  readDocument(text) === null ? null : rawMembers(text, pathOf(text))

const changes = (base: Entries, side: Entries): readonly string[] =>
  [...new Set([...base.keys(), ...side.keys()])].filter(
    (name) => essenceOf(base.get(name)) !== essenceOf(side.get(name)),
  )

/** The text with normalized white space, because reformatting is not a change. */
function essenceOf(raw: string | undefined): string | null {
  if (raw === undefined) return null
  const scanner = createScanner(raw)
  let essence = ''
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan())
    essence += `${raw.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength()).trim()} `
  return essence.replaceAll(/ +/g, ' ')
}

/** The keys and values beside the table of servers, and the comments outside of its entries. */
function aroundServers(text: string): unknown {
  const root = treeOf(text)
  const path = pathOf(text)
  const entries = root ? (findNodeAtLocation(root, [...path])?.children ?? []) : []
  const bare = entries.reduceRight(
    (rest, { offset, length }) => rest.slice(0, offset) + rest.slice(offset + length),
    text,
  )
  const comments = bare.match(/\/\/[^\r\n]*|\/\*[^]*?\*\//g) ?? []
  const { [String(path[0])]: _, ...others } = (root ? getNodeValue(root) : {}) as Record<string, unknown>
  return [path, others, comments]
}

function applyEntry(text: string, source: string, name: string, entries: Entries): string {
  const path = pathOf(text)
  const raw = entries.get(name)
  if (raw === undefined) return removeValue(text, [...path, name])
  if (rawAt(text, [...path, name]) !== null) return setRaw(text, [...path, name], raw)
  const names = readDocument(text)?.map((server) => server.name) ?? []
  const before = [...entries.keys()]
  const neighbor = before.slice(0, before.indexOf(name)).findLast((each) => names.includes(each))
  return insertRaw(text, path, neighbor === undefined ? 0 : names.indexOf(neighbor) + 1, name, raw)
}
