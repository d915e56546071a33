// The app's identity, from `repository` in package.json. Until it is filled in, the owner is a name that no account can
// have (RFC 2606; GitHub allows no dot), and no release is published.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../outputs.mjs'

const readOwn = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What follows from the repository. Throws if it is not written as "github:OWNER/NAME". */
export function identityOf({ repository, author } = readOwn()) {
  const named = /^github:(?<owner>[\w.-]+)\/(?<project>[\w.-]+)$/.exec(repository)?.groups
  if (named === undefined)
    throw new Error(`package.json names its repository as "github:OWNER/NAME", and not as "${repository}".`)
  const { owner, project } = named
  const homepage = `https://github.com/${owner}/${project}`
  return {
    owner,
    project,
    homepage,
    bugs: `${homepage}/issues`,
    maintainer: `${author} <${owner}@users.noreply.github.com>`,
    /** What operating systems know the app by. */
    appId: `io.github.${owner}.${project}`.toLowerCase(),
    isPlaceholder: owner.endsWith('.invalid'),
  }
}

export const PLACEHOLDER =
  'package.json still names the placeholder repository: fill in "repository" before anything is published.'

/** Why these arguments of electron-builder must not be obeyed yet; null if they may. */
export function whyNotPublish(args, { isPlaceholder } = identityOf()) {
  return publishArgument(args) !== 'never' && isPlaceholder ? PLACEHOLDER : null
}

/** When electron-builder is to publish, by `--publish WHEN` or `--publish=WHEN`. */
function publishArgument(args) {
  const at = args.findIndex((arg) => arg === '--publish' || arg === '-p' || arg.startsWith('--publish='))
  if (at < 0) return 'never'
  return args[at].includes('=') ? args[at].split('=')[1] : args[at + 1]
}
