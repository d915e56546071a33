import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

export interface PageFile {
  readonly body: Buffer
  readonly contentType: string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * A file of the built page by its URL path; `/` is index.html. Null for anything but a file of a known type inside
 * `folder`, whatever `..`, `%2e`, backslashes, drive letters or zero bytes the path contains.
 */
export async function readPageFile(folder: string, urlPath: string): Promise<PageFile | null> {
  const path = decode(urlPath === '/' ? '/index.html' : urlPath)
  if (path === null || /[\\\0:]/.test(path) || path.split('/').includes('..')) return null
  const contentType = contentTypes[extname(path)]
  if (contentType === undefined) return null
  try {
    const body = await readShared(join(folder, path))
    return body && { body, contentType }
  } catch (error) {
    // Only a missing file is a normal answer; a failing disk is an error.
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

const read = new Map<string, { readonly version: string; readonly body: Promise<Buffer> }>()

/** Shares one copy among all requests, so that slow clients do not cause many copies. Null if there is no file. */
async function readShared(file: string): Promise<Buffer | null> {
  const stats = await stat(file)
  if (!stats.isFile()) return null
  const version = `${stats.size} ${stats.mtimeMs}`
  const before = read.get(file)
  if (before?.version === version) return before.body
  const body = readFile(file)
  read.set(file, { version, body })
  body.catch(() => read.delete(file))
  return body
}

/** Headers of every response. `connect`: CSP sources. CodeMirror writes inline style elements. */
export function pageHeaders(connect: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    "font-src 'self'",
    "img-src 'self' data:",
    "worker-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    // Views of MCP tools, see view-page.ts.
    "frame-src 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // The web shell's address contains its token.
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
