import { deadCitations } from './citations.ts'
import { fullFolders } from './folders.ts'
import { importsOf } from './imports.ts'
import { schemasInEntry, wrongImports } from './layers.ts'
import { wideLines } from './lines.ts'
import { strayParsers } from './parsers.ts'
import { isProduct, listTree, readFiles } from './sources.ts'
import { obscureWords } from './words.ts'

/** Everything in the tree that breaks one of our rules, a sentence each. */
export function wrongPlaces(): readonly string[] {
  const all = listTree()
  const tree = readFiles(all)
  const product = tree.filter(({ file }) => isProduct(file))
  const files = new Set(product.map(({ file }) => file))
  const imports = product.flatMap(({ file, text }) => importsOf(file, text, files))
  const ofImports = [...wrongImports(imports), ...schemasInEntry(imports)]
  return [
    ...fullFolders(all),
    ...ofImports,
    ...wideLines(tree),
    ...strayParsers(tree),
    ...obscureWords(tree),
    ...deadCitations(tree, all),
  ]
}
