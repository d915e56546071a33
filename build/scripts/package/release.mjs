// What the workflow of a release asks: `check TAG`, whether the tag may be released; `notes TAG`, what CHANGELOG.md
// says of it; `sums FOLDER`, which writes SHA256SUMS of the files there.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identityOf, PLACEHOLDER } from './identity.mjs'
import { root } from '../outputs.mjs'

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
 * Every reason why a tag must not be released, a sentence each.
 *
 * @param {string} tag
 * @param {{ version: string; changelog: string; isPlaceholder: boolean }} release
 */
export function whyNotRelease(tag, { version, changelog, isPlaceholder }) {
  return [
    ...(isPlaceholder ? [PLACEHOLDER] : []),
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json has the version ${version}.`]),
    ...(notesOf(version, changelog) === null ? [`CHANGELOG.md says nothing below "## [${version}]".`] : []),
  ]
}

/**
 * What the changelog says of a version; null if it says nothing.
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
 * A line for each file of a folder, as sha256sum writes and checks them.
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
