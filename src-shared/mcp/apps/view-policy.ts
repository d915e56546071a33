import { isRecord } from '../../base/json/is-record'

/** The sources (CSP) that a view may connect to, and load scripts, styles, pictures and fonts from. */
export interface ViewDomains {
  readonly connect: readonly string[]
  readonly load: readonly string[]
}

export const NO_DOMAINS: ViewDomains = { connect: [], load: [] }

/** Path of the empty document into which a view is written. The shells serve it with `viewPolicy`. */
export const VIEW_PATH = '/mcp-view'

/** Longest message of a view, in characters of JSON. */
export const LONGEST_VIEW_MESSAGE = 500_000

const MOST_DOMAINS = 20
const PUBLIC_HOST = String.raw`(?:\*\.)?(?:[a-z0-9-]{1,63}\.){1,8}(?!local\b|localhost\b|internal\b|lan\b|home\b)[a-z]{2,24}`
const CONNECT = new RegExp(`^(?:https|wss)://${PUBLIC_HOST}(?::\\d{1,5})?$`)
const LOAD = new RegExp(`^https://${PUBLIC_HOST}(?::\\d{1,5})?$`)

/** The domains that a resource declares (MCP Apps, `_meta.ui.csp`), without malformed, local and too wide ones. */
export function readDomains(meta: unknown): ViewDomains {
  const ui = isRecord(meta) && isRecord(meta.ui) ? meta.ui : {}
  const csp = isRecord(ui.csp) ? ui.csp : {}
  return { connect: sourcesIn(csp.connectDomains, CONNECT), load: sourcesIn(csp.resourceDomains, LOAD) }
}

const sourcesIn = (list: unknown, form: RegExp): readonly string[] =>
  (Array.isArray(list) ? (list as unknown[]) : [])
    .filter((each): each is string => typeof each === 'string' && each.length <= 200 && form.test(each))
    .slice(0, MOST_DOMAINS)

/** Address of the document for a view with these domains. */
export function viewAddress({ connect, load }: ViewDomains): string {
  const query = [...connect.map((each) => ['connect', each]), ...load.map((each) => ['load', each])]
    .map((pair) => pair.map((part) => encodeURIComponent(part)).join('='))
    .join('&')
  return query === '' ? VIEW_PATH : `${VIEW_PATH}?${query}`
}

/** The domains in the query of a view's address, without invalid ones. */
export function domainsIn(query: string): ViewDomains {
  const pairs = query
    .replace(/^\?/, '')
    .split('&')
    .map((pair) => pair.split('='))
  const valuesOf = (key: string) => pairs.flatMap(([name, value]) => (name === key ? decoded(value ?? '') : []))
  return { connect: sourcesIn(valuesOf('connect'), CONNECT), load: sourcesIn(valuesOf('load'), LOAD) }
}

function decoded(text: string): readonly string[] {
  try {
    return [decodeURIComponent(text)]
  } catch {
    return []
  }
}

/**
 * Content security policy of a view. Without domains, it cannot access the network. `sandbox` gives it a separate
 * origin, even if its document is opened as a page.
 */
export function viewPolicy({ connect, load }: ViewDomains): string {
  const from = (...sources: readonly string[]) => [...sources, ...load].join(' ') || "'none'"
  return [
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'")}`,
    `style-src ${from("'unsafe-inline'")}`,
    `img-src ${from('data:', 'blob:')}`,
    `media-src ${from('data:', 'blob:')}`,
    `font-src ${from('data:')}`,
    `connect-src ${connect.join(' ') || "'none'"}`,
    "frame-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    // The document has a single Trusted Types policy, which removes frames from markup.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
}
