import type { PageFile } from '../page-files'

/**
 * The same page from the Vite server, so that the development loop has one address, one token and one socket as well.
 */
export async function fetchDevelopmentPage(developmentUrl: string, path: string): Promise<PageFile | null> {
  const answer = await fetch(developmentUrl + path)
  if (!answer.ok) return null
  return {
    body: Buffer.from(await answer.arrayBuffer()),
    contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
  }
}
