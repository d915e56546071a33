// Whose program this is: the homepage and the author of package.json, and nothing beside them. Until somebody publishes
// it they stand on a name that nobody can own (RFC 2606), and nothing is published under that.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './outputs.mjs'

const readOwn = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What operating systems know the app by: the homepage, read backwards. */
export function appIdOf({ homepage } = readOwn()) {
  const { hostname, pathname } = new URL(homepage)
  return [...hostname.split('.').reverse(), ...pathname.split('/')].filter((part) => part !== '').join('.')
}

/** Why these arguments of electron-builder must not be obeyed yet; null if they may. */
export function whyNotPublish(args, { homepage, author } = readOwn()) {
  const at = args.findIndex((arg) => arg === '--publish' || arg === '-p' || arg.startsWith('--publish='))
  const when = at < 0 ? 'never' : args[at].includes('=') ? args[at].split('=')[1] : args[at + 1]
  const isPlaceholder = [new URL(homepage).hostname, author.email].some((name) => name.endsWith('.invalid'))
  return when !== 'never' && isPlaceholder
    ? 'package.json holds no real homepage and address of the author yet: fill them in before anything is published.'
    : null
}
