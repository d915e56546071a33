import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** One licence text, word for word, and the packages that came with it. */
export interface License {
  /** Name and version, e.g. "react 19.3.1". */
  readonly packages: readonly string[]
  /** SPDX expression, as the packages state it. */
  readonly license: string
  readonly text: string
}

interface LockedPackage {
  readonly version: string
  readonly license?: string
  readonly dev?: true
  readonly devOptional?: true
  readonly optional?: true
}

/**
 * Of every package below `root` that can be in the bundles: what the lockfile does not call a tool of development. By
 * name; a package without a licence file is an error.
 */
function readLicenses(root: string): readonly License[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const byText = new Map<string, { packages: string[]; license: string; text: string }>()
  for (const [path, { version, license = 'unknown', dev, devOptional, optional }] of Object.entries(packages)) {
    const folder = join(root, path)
    if (path === '' || dev || devOptional || optional || !existsSync(folder)) continue
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
    if (file === undefined) throw new Error(`${path} has no licence file, so the app cannot state its licence.`)
    const text = readFileSync(join(folder, file), 'utf8').trim()
    const known = byText.get(text)
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`
    if (known) known.packages.push(name)
    else byText.set(text, { packages: [name], license, text })
  }
  return [...byText.values()]
}

const ID = 'virtual:licenses'

/** Makes `virtual:licenses` importable: the licences as they are at the time of the build. */
export const licensesOf = (root: string): Plugin => ({
  name: 'licenses',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load: (id) => (id === `\0${ID}` ? `export const licenses = ${JSON.stringify(readLicenses(root))}` : null),
})
