import tls from 'node:tls'

/** Node's codes for a certificate that no known authority signed. */
const UNKNOWN_AUTHORITY =
  /^(?:UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/

/**
 * A `fetch` that, after the first unknown certificate, also trusts the certificates of the operating system, such as
 * that of a company's proxy, and repeats the request. They are not read earlier, because reading hundreds of
 * certificates blocks the process for a tenth of a second or longer.
 */
export const fetchFromNetwork: typeof fetch = async (input, init) => {
  const wasTrusted = isTrusted
  try {
    return await fetch(input, init)
  } catch (error) {
    if (!isUnknownAuthority(error) || wasTrusted) throw error
    trustSystemCertificates()
    return fetch(input, init)
  }
}

function isUnknownAuthority(error: unknown): boolean {
  const code = error instanceof Error ? (error.cause as { code?: unknown } | undefined)?.code : undefined
  return typeof code === 'string' && UNKNOWN_AUTHORITY.test(code)
}

let isTrusted = false

function trustSystemCertificates(): void {
  // A concurrent request has done it.
  if (isTrusted) return
  isTrusted = true
  tls.setDefaultCACertificates([...new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])])
}
