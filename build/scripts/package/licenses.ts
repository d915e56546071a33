import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const ZORK_LICENSE = 'build/story/zork/LICENSE-zork.txt'
const LLAMA_LICENSE = 'build/models/LICENSE-llama.cpp.txt'
/** Optional packages that ship with the app, if they are for this machine. */
const SHIPPED = 'node_modules/@node-llama-cpp/'

/** A license text, and the packages that have it. */
interface License {
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
 * The licenses of Zork, of llama.cpp and of every package below `root` that can be in the app: all that the lockfile
 * does not mark as a development dependency, and the optional ones that ship. The text comes from the package's license
 * file, its README or another package of its repository, or it is the MIT license if the package states that with its
 * author. Throws for a package without any of them.
 */
function readLicenses(root: string): readonly License[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const byText = new Map<string, { packages: string[]; license: string; text: string }>()
  for (const [path, { version, license = 'unknown', dev, devOptional, optional }] of Object.entries(packages)) {
    const folder = join(root, path)
    const isLeftOut = dev || devOptional || (optional && !path.startsWith(SHIPPED))
    if (path === '' || isLeftOut || !existsSync(folder)) continue
    const text =
      licenseIn(folder) ?? licenseInReadme(folder) ?? licenseOfRepository(folder) ?? statedLicense(folder, root)
    if (text === null) throw new Error(`${path} has no licence file, so the app cannot state its licence.`)
    const known = byText.get(text)
    const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`
    if (known) known.packages.push(name)
    else byText.set(text, { packages: [name], license, text })
  }
  return [
    { packages: ['Zork I, II and III'], license: 'MIT', text: readFileSync(join(root, ZORK_LICENSE), 'utf8').trim() },
    { packages: ['llama.cpp'], license: 'MIT', text: readFileSync(join(root, LLAMA_LICENSE), 'utf8').trim() },
    ...byText.values(),
  ]
}

function licenseIn(folder: string): string | null {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').trim()
}

/** The whole text below the heading "License"; null if it only names a license. */
function licenseInReadme(folder: string): string | null {
  const file = readdirSync(folder).find((name) => /^readme/i.test(name))
  const readme = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  const text = /^#+ licen[cs]e\s+([^]+?)(?=^#|(?![^]))/im.exec(readme)?.[1]?.trim() ?? ''
  return /copyright[^]*permission/i.test(text) ? text : null
}

/** The license of a package of the same repository and scope; null if there is none. */
function licenseOfRepository(folder: string): string | null {
  const originOf = (path: string) => {
    const { repository, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
      readonly repository?: { readonly url?: string }
      readonly license?: string
    }
    return repository?.url === undefined ? null : `${repository.url} ${license}`
  }
  const origin = originOf(folder)
  const scope = dirname(folder)
  const neighbors = basename(scope).startsWith('@') ? readdirSync(scope).map((name) => join(scope, name)) : []
  const same = neighbors.find((path) => origin !== null && originOf(path) === origin && licenseIn(path) !== null)
  return same === undefined ? null : licenseIn(same)
}

/**
 * The MIT license with the stated author: the text of this project. Null if the package states no MIT license or
 * author.
 */
function statedLicense(folder: string, root: string): string | null {
  const { license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly license?: string
    readonly author?: unknown
  }
  if (license !== 'MIT' || typeof author !== 'string') return null
  return readFileSync(join(root, 'LICENSE'), 'utf8')
    .trim()
    .replace(/^Copyright.*$/m, `Copyright (c) ${author}`)
}

const ID = 'virtual:licenses'

/** Makes `virtual:licenses` importable, with the licenses at build time. */
export const licensesOf = (root: string): Plugin => ({
  name: 'licenses',
  resolveId: (id) => (id === ID ? `\0${ID}` : null),
  load: (id) => (id === `\0${ID}` ? `export const licenses = ${JSON.stringify(readLicenses(root))}` : null),
})
