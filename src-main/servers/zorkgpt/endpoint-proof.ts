import { createHmac, randomBytes } from 'node:crypto'
import { CHALLENGE_HEADER, PROOF_HEADER } from '../serving/serve-http'
import type { Endpoint } from './endpoint-file'

/** The answer to a challenge, which requires the secret of the endpoint file. */
export const proofOf = (secret: string, challenge: string): string =>
  createHmac('sha256', secret).update(challenge).digest('base64url')

/**
 * Whether the host that wrote the file is the one that answers. Asked without the token: when a host was killed,
 * another user's program may have taken its port.
 */
export async function isProven({ url, secret }: Endpoint): Promise<boolean> {
  const challenge = randomBytes(24).toString('base64url')
  const headers = { [CHALLENGE_HEADER]: challenge }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const response = await fetch(url, { method: 'HEAD', headers, redirect: 'error', signal }).catch(() => null)
  return response?.headers.get(PROOF_HEADER) === proofOf(secret, challenge)
}

const PATIENCE_MS = 2000
