import { protocol } from 'electron'
import { pageHeaders, readPageFile } from '../../page-files'
import { viewPage } from '../../view-page'

const SCHEME = 'app'
const HOST = 'zorkgpt'
export const pageUrl = `${SCHEME}://${HOST}/`

/** Must run before the app is ready. The scheme is not file://, because a file:// page can read every file. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true },
    },
  ])
}

export function servePage(rendererFolder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const { host, pathname, search } = new URL(request.url)
    const view = host === HOST && request.method === 'GET' ? viewPage(pathname, search) : null
    if (view) return new Response(view.body, { headers: view.headers })
    const file = host === HOST && request.method === 'GET' ? await readPageFile(rendererFolder, pathname) : null
    // No connections, because the page reaches the host only through its port.
    const headers = pageHeaders("'none'")
    if (!file) return new Response('There is no such file.', { status: 404, headers })
    return new Response(new Uint8Array(file.body), { headers: { ...headers, 'Content-Type': file.contentType } })
  })
}
