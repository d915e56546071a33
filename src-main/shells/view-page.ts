import { domainsIn, VIEW_PATH, viewPolicy } from '@shared/mcp/apps/view-policy'

/**
 * The empty document for the view of an MCP tool. The window sends it one message with the content, which replaces the
 * document; the policy stays in force. No policy covers connections between browsers, so the script removes their
 * functions. A frame within the view would have them again, and no policy covers a frame with `srcdoc`, so a default
 * policy of Trusted Types removes frames from all markup. The script uses no function that a view can replace.
 */
const VIEW_PAGE = `<!doctype html><meta charset="utf-8"><title>View</title>
<body>This browser cannot show views of tools, because it does not know Trusted Types.<script>
{
  const { apply } = Reflect
  const { includes, indexOf, slice, toLowerCase } = String.prototype
  const { parseFromString } = DOMParser.prototype
  const withoutFrames = (markup) => {
    let kept = '', from = 0
    for (let at = -1; (at = apply(indexOf, markup, ['<', at + 1])) >= 0; ) {
      const tag = apply(toLowerCase, apply(slice, markup, [at + 1, at + 7]), [])
      if (tag !== 'iframe' && apply(slice, tag, [0, 5]) !== 'frame') continue
      kept += apply(slice, markup, [from, at]) + '<no-'
      from = at + 1
    }
    return kept + apply(slice, markup, [from])
  }
  let isWritten = false
  trustedTypes.createPolicy('default', {
    createHTML(markup, _type, sink) {
      if (apply(includes, sink, ['srcdoc'])) return null
      if (apply(includes, sink, ['write'])) {
        // A second call could complete a tag that the first one began.
        if (isWritten) return null
        isWritten = true
      }
      return withoutFrames(markup)
    },
    createScript: (script) => script,
    createScriptURL: (url) => url,
  })
  // XML could compose the names of attributes.
  DOMParser.prototype.parseFromString = function (text) {
    return apply(parseFromString, this, [text, 'text/html'])
  }
  const hidden = ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport', 'XSLTProcessor']
  // A library that found trustedTypes would create a second policy, which is refused.
  for (const name of [...hidden, 'trustedTypes']) delete window[name]
  addEventListener('message', function take({ source, data }) {
    if (source !== parent || typeof data?.html !== 'string') return
    removeEventListener('message', take)
    document.open()
    document.write(data.html)
    document.close()
  })
  document.body.textContent = ''
  parent.postMessage('zorkgpt:view', '*')
}
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
          'X-DNS-Prefetch-Control': 'off',
          'Cross-Origin-Resource-Policy': 'same-origin',
          'Cache-Control': 'no-store',
        },
      }
    : null
