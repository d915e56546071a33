// The app's identity, from `repository` in package.json. The owner in the placeholder is a name that cannot exist (RFC
// 2606; GitHub allows no dot), which prevents a release.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../outputs.mjs'

const readOwn = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Derives the identity from the repository. Throws if it does not have the form "github:OWNER/NAME". */
export function identityOf({ repository, author } = readOwn()) {
  const named = /^github:(?<owner>[\w.-]+)\/(?<project>[\w.-]+)$/.exec(repository)?.groups
  if (named === undefined)
    throw new Error(`The repository in package.json must have the form "github:OWNER/NAME"; it is "${repository}".`)
  const { owner, project } = named
  const homepage = `https://github.com/${owner}/${project}`
  return {
    owner,
    project,
    homepage,
    bugs: `${homepage}/issues`,
    maintainer: `${author} <${owner}@users.noreply.github.com>`,
    /** The id of the app for operating systems. */
    appId: `io.github.${owner}.${project}`.toLowerCase(),
    isPlaceholder: owner.endsWith('.invalid'),
  }
}

export const PLACEHOLDER = 'package.json still has the placeholder repository: set "repository" before publishing.'

/** The reason why electron-builder must not publish with these arguments; null if it may. */
export function whyNotPublish(args, { isPlaceholder } = identityOf()) {
  return publishArgument(args) !== 'never' && isPlaceholder ? PLACEHOLDER : null
}

/** When electron-builder must publish, by `--publish` or `-p` with a space or =; "never" by default. */
function publishArgument(args) {
  const at = args.findIndex((arg) => /^(?:--publish|-p)(?:=|$)/.test(arg))
  if (at < 0) return 'never'
  return args[at].includes('=') ? args[at].split('=')[1] : args[at + 1]
}
