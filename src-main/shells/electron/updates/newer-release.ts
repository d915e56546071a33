import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '@shared/base/json/bound-json'
import { boundFetch } from '../../../base/limits/bound-fetch'

export interface Releases {
  /** The API address of the newest public release that is not a prerelease. */
  readonly latest: string
  readonly page: string
  /** The address of the form for problem reports. */
  readonly issues: string
}

/** The result of a check; `why` is a sentence. */
export type UpdateAnswer =
  | { readonly kind: 'newest' }
  | { readonly kind: 'newer'; readonly version: string; readonly page: string }
  | { readonly kind: 'unknown'; readonly why: string }

const named = z.object({ repository: z.string() })

/** The addresses for the repository in package.json. Null for the placeholder owner, whose name has a dot. */
export function releasesIn(packageFile: string): Releases | null {
  const { repository } = named.parse(parseJson(readFileSync(packageFile, 'utf8')))
  const project = /^github:([A-Za-z\d-]+\/[\w.-]+)$/.exec(repository)?.[1]
  if (project === undefined) return null
  return {
    latest: `https://api.github.com/repos/${project}/releases/latest`,
    page: `https://github.com/${project}/releases`,
    issues: `https://github.com/${project}/issues/new`,
  }
}

/** Maximum size of an answer. A release with thirty files takes 60 kB, and its notes may take as much again. */
const MAX_ANSWER_BYTES = 2 ** 20

const VERSION = /^(?<core>(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2})(?<prerelease>-[\dA-Za-z.-]{1,60})?$/
const TAG = new RegExp(VERSION.source.replace('^', '^v'))

const release = z.object({ tag_name: z.string().regex(TAG), prerelease: z.boolean() })

/** Checks for a release newer than `version`. Only a version number is taken from the answer. */
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
    return unknown(`${host} sent an answer that cannot be read. Check the connection, or try again later.`)
  }
}

const unknown = (why: string): UpdateAnswer => ({ kind: 'unknown', why })

/** Whether `found` is a later release than `own` by Semantic Versioning. A prerelease never is. */
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
