import { once } from 'node:events'
// A proxy between the conformance suite for servers and one of our servers. The suite expects certain names of tools,
// resources and prompts, and the proxy replaces these in requests with our names. Everything else, headers and
// responses included, passes unchanged.
import { createServer, request as sendRequest } from 'node:http'

/**
 * `names` maps the suite's tools and prompts to `{ name, arguments }` of ours, and its URIs to ours. Resolves to the
 * address of the proxy, with the query of `target`, and a function that closes the proxy.
 */
export async function exchangeNames(target, { tools = {}, prompts = {}, uris = {} }) {
  const { host, hostname, port } = new URL(target)
  const proxy = createServer((request, response) => {
    const chunks = []
    request
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        const body = exchange(Buffer.concat(chunks).toString(), { tools, prompts, uris })
        const { 'content-length': _length, ...headers } = request.headers
        const own = `127.0.0.1:${proxy.address().port}`
        if (headers.host?.endsWith(own.slice(own.indexOf(':'))))
          headers.host = headers.host.replace(/:\d+$/, `:${port}`)
        if (headers.origin?.endsWith(own.slice(own.indexOf(':'))))
          headers.origin = headers.origin.replace(/:\d+$/, `:${port}`)
        const upstream = sendRequest(
          {
            hostname,
            port,
            path: request.url,
            method: request.method,
            headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
          },
          (answer) => {
            response.writeHead(answer.statusCode, answer.headers)
            answer.pipe(response)
          },
        )
        upstream.on('error', () => response.destroy())
        response.on('close', () => upstream.destroy())
        upstream.end(body)
      })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: target.replace(host, `127.0.0.1:${proxy.address().port}`),
    close() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}

function exchange(body, { tools, prompts, uris }) {
  if (body === '') return body
  const message = JSON.parse(body)
  const { method, params } = message
  const named = { 'tools/call': tools, 'prompts/get': prompts }[method]
  const ours = named?.[params.name]
  if (ours) Object.assign(params, ours)
  if (/^resources\/(read|subscribe|unsubscribe)$/.test(method) && uris[params.uri]) params.uri = uris[params.uri]
  return JSON.stringify(message)
}
