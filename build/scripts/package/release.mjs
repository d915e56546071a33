// For the release workflow: `check TAG` checks whether the tag may be released, `notes TAG` prints its section of
// CHANGELOG.md, `sums FOLDER` writes SHA256SUMS for the files in it.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../outputs.mjs'
import { identityOf, PLACEHOLDER } from './identity.mjs'

if (import.meta.main) run(process.argv.slice(2))

function run([what, named]) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  if (what === 'sums') return writeFileSync(join(named, 'SHA256SUMS'), sumsOf(named))
  if (what === 'notes') return console.log(notesOf(named.slice(1), changelog))
  const reasons = whyNotRelease(named, { version, changelog, isPlaceholder: identityOf().isPlaceholder })
  for (const reason of reasons) console.error(reason)
  process.exitCode = reasons.length > 0 ? 1 : 0
}

/**
 * All reasons why a tag must not be released, a sentence each.
 *
 * @param {string} tag
 * @param {{ version: string; changelog: string; isPlaceholder: boolean }} release
 */
export function whyNotRelease(tag, { version, changelog, isPlaceholder }) {
  return [
    ...(isPlaceholder ? [PLACEHOLDER] : []),
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json has the version ${version}.`]),
    ...(notesOf(version, changelog) === null ? [`CHANGELOG.md has no text below "## [${version}]".`] : []),
  ]
}

/**
 * The section of a version in the changelog; null if it is missing or empty.
 *
 * @param {string} version
 * @param {string} changelog
 */
export function notesOf(version, changelog) {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((text) => text.startsWith(`[${version}]`))
  return section?.split('\n').slice(1).join('\n').trim() || null
}

/**
 * A line for each file of a folder, in the format of sha256sum.
 *
 * @param {string} folder
 */
function sumsOf(folder) {
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
  return names.map((name) => `${sum(name)}  ${name}\n`).join('')
}
