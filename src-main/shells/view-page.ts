import { domainsIn, VIEW_PATH, viewPolicy } from '@shared/mcp/apps/view-policy'

/**
 * The empty document for the view of an MCP tool. It takes its content in one message from the window, and is then
 * that content: the policy stays. Connections between browsers are not covered by a policy, so they are taken away.
 */
const VIEW_PAGE = `<!doctype html><meta charset="utf-8"><title>View</title><script>
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) delete window[name]
addEventListener('message', function take({ source, data }) {
  if (source !== parent || typeof data?.html !== 'string') return
  removeEventListener('message', take)
  document.open()
  document.write(data.html)
  document.close()
})
parent.postMessage('zorkgpt:view', '*')
</script>`

export interface ViewPage {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The document and its headers; null for another path. `query` names the domains that the person has allowed. */
export const viewPage = (path: string, query: string): ViewPage | null =>
  path === VIEW_PATH
    ? {
        body: VIEW_PAGE,
        headers: {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Security-Policy': viewPolicy(domainsIn(query)),
          'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), clipboard-read=(), display-capture=()',
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Cross-Origin-Resource-Policy': 'same-origin',
          'Cache-Control': 'no-store',
        },
      }
    : null
