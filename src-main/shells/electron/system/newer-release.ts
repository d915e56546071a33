import { readFileSync } from 'node:fs'
import { parseJson } from '@shared/base/json/bound-json'
import { z } from 'zod'
import { boundFetch } from '../../../base/limits/bound-fetch'

/** Where the releases of the app are told of. */
export interface Releases {
  /** Answers with the newest one that is public and no prerelease. */
  readonly latest: string
  /** What a person reads. */
  readonly page: string
}

/** What is known of a newer release; `why` is a sentence. */
export type UpdateAnswer =
  | { readonly kind: 'newest' }
  | { readonly kind: 'newer'; readonly version: string; readonly page: string }
  | { readonly kind: 'unknown'; readonly why: string }

const named = z.object({ repository: z.string() })

/**
 * Those of the repository that a package.json names. Null if nobody can own it: the name that stands there before the
 * first release has a dot, which GitHub allows no owner.
 */
export function releasesIn(packageFile: string): Releases | null {
  const { repository } = named.parse(parseJson(readFileSync(packageFile, 'utf8')))
  const project = /^github:([A-Za-z\d-]+\/[\w.-]+)$/.exec(repository)?.[1]
  if (project === undefined) return null
  return {
    latest: `https://api.github.com/repos/${project}/releases/latest`,
    page: `https://github.com/${project}/releases`,
  }
}

/** A release with thirty files takes 60 kB, and what it says of itself as much again. */
const MAX_ANSWER_BYTES = 2 ** 20

const VERSION = /^(?<core>(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2})(?<prerelease>-[\dA-Za-z.-]{1,60})?$/
const TAG = new RegExp(VERSION.source.replace('^', '^v'))

const release = z.object({ tag_name: z.string().regex(TAG), prerelease: z.boolean() })

/**
 * Asks once whether there is a newer release than `version`. Of the answer nothing is taken but the number of a
 * version: the page is that of our own repository, and nothing is fetched from it.
 */
export async function askForUpdate(releases: Releases, version: string, signal: AbortSignal): Promise<UpdateAnswer> {
  const { host } = new URL(releases.latest)
  try {
    const response = await boundFetch({ maxMessageBytes: MAX_ANSWER_BYTES })(releases.latest, {
      headers: { accept: 'application/vnd.github+json', 'user-agent': 'ZorkGPT' },
      signal,
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    if (response.status !== 200 || !isJson) await response.body?.cancel()
    if (response.status === 404) return unknown('No release has been published yet.')
    if (response.status !== 200) return unknown(`${host} answered with status ${response.status}. Try again later.`)
    if (!isJson) return unknown(`${host} did not answer with a release.`)
    const { tag_name: tag, prerelease } = release.parse(parseJson(await response.text()))
    const found = tag.slice(1)
    if (prerelease || !isUpdate(found, version)) return { kind: 'newest' }
    return { kind: 'newer', version: found, page: `${releases.page}/tag/${tag}` }
  } catch {
    return unknown(`${host} gave no answer that can be read. Check the connection, or try again later.`)
  }
}

const unknown = (why: string): UpdateAnswer => ({ kind: 'unknown', why })

/**
 * Whether one version is an update of another, both as Semantic Versioning writes them: it has the higher numbers, or
 * is the release of which the other was a prerelease. A prerelease is nobody's update.
 */
export function isUpdate(found: string, own: string): boolean {
  const [theirs, ours] = [numbersOf(found), numbersOf(own)]
  if (theirs === null || ours === null || theirs.isPrerelease) return false
  const differing = theirs.numbers.findIndex((number, index) => number !== ours.numbers[index])
  return differing < 0 ? ours.isPrerelease : Number(theirs.numbers[differing]) > Number(ours.numbers[differing])
}

function numbersOf(version: string) {
  const parts = VERSION.exec(version)?.groups
  if (parts?.core === undefined) return null
  return { numbers: parts.core.split('.'), isPrerelease: parts.prerelease !== undefined }
}
