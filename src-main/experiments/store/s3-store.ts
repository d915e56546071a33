import { setTimeout as sleep } from 'node:timers/promises'
import {
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { type ErrorKind, ExpectedError } from '@shared/base/expected-error'
import { isObjectName, type ObjectStore, type StoredObject, tooLong } from './object-store'

/** Idle timeout of a socket. */
const SOCKET_TIMEOUT_MS = 20_000
/** Maximum time of all retries of a request, once any request has succeeded. */
const LONGEST_RETRY_MS = 60_000
const LONGEST_WAIT_MS = 15_000

/**
 * S3 storage. `prefix` has no slash at either end, and may be empty. Credentials and endpoint come from the environment
 * variables of the AWS tools: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL.
 */
export function openS3Store(bucket: string, prefix: string, env: NodeJS.ProcessEnv): ObjectStore {
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env
  const hasCredentials = accessKeyId !== undefined && secretAccessKey !== undefined
  const client = new S3Client({
    // Without credentials in the environment, the machine may have a role.
    ...(hasCredentials && { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } }),
    region: env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? 'us-east-1',
    // Servers other than Amazon's have no host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 10_000, socketTimeout: SOCKET_TIMEOUT_MS },
    // Servers other than Amazon's lack the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const name = prefix === '' ? `s3://${bucket}` : `s3://${bucket}/${prefix}`
  const root = prefix === '' ? '' : `${prefix}/`
  const keyOf = (object: string) => {
    if (!isObjectName(object)) throw new Error(`"${object}" is not a valid object name.`)
    return `${root}${object}`
  }
  let hasAnswered = false
  const withRetries = async <Answer>(kind: ErrorKind, request: () => Promise<Answer>): Promise<Answer> => {
    const startMs = performance.now()
    for (let waitMs = 1000; ; waitMs *= 2) {
      try {
        const answer = await request()
        hasAnswered = true
        return answer
      } catch (error) {
        if (error instanceof ExpectedError) throw error
        // An error of the first request is likely permanent.
        if (!hasAnswered || !isTemporary(error) || performance.now() - startMs > LONGEST_RETRY_MS)
          throw new ExpectedError(kind, describeFailure(name, bucket, error))
        await sleep(Math.min(waitMs, LONGEST_WAIT_MS))
      }
    }
  }
  const put = (object: string, bytes: Uint8Array, isNew: boolean) =>
    client.send(
      new PutObjectCommand({
        Bucket: bucket,
        Key: keyOf(object),
        Body: bytes,
        ...(isNew && { IfNoneMatch: '*' }),
      }),
    )
  const has = async (object: string) => {
    try {
      await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(object) }))
      return true
    } catch (error) {
      if (statusOf(error) === 404) return false
      throw error
    }
  }
  return {
    name,
    put: (object, bytes) =>
      withRetries('cannot_write', async () => {
        await put(object, bytes, false)
      }),
    putNew: (object, bytes) =>
      withRetries('cannot_write', async () => {
        // A server that ignores the condition below would overwrite the object.
        if (await has(object)) return false
        try {
          await put(object, bytes, true)
          return true
        } catch (error) {
          const status = statusOf(error)
          if (status === 412 || status === 409) return false
          // The server does not support the condition, so the check above must suffice.
          if (status !== 501) throw error
          await put(object, bytes, false)
          return true
        }
      }),
    get: (object, limitBytes) =>
      withRetries('not_received', async () => {
        try {
          const { Body, ContentLength } = await client.send(
            new GetObjectCommand({ Bucket: bucket, Key: keyOf(object) }),
          )
          if (Body === undefined) return Buffer.alloc(0)
          if ((ContentLength ?? 0) > limitBytes) {
            ;(Body as { destroy?: () => void }).destroy?.()
            throw tooLong(`${name}/${object}`, limitBytes)
          }
          return await bytesOf(Body as AsyncIterable<Uint8Array>, limitBytes, `${name}/${object}`)
        } catch (error) {
          if (statusOf(error) === 404 && (error as S3ServiceException).name !== 'NoSuchBucket') return null
          throw error
        }
      }),
    list: (folder) =>
      withRetries('not_received', async () => {
        const found: StoredObject[] = []
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${root}${folder}` }))
          for (const { Key = '', Size = 0 } of page.Contents ?? []) {
            const object = Key.slice(root.length)
            if (isObjectName(object)) found.push({ name: object, size: Size })
          }
        return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
      }),
  }
}

/** Whether the server is unreachable or busy, or the answer was interrupted. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error)
  if (status === undefined) return (error as Error).name !== 'CredentialsProviderError'
  return status === 200 || status === 429 || status >= 500
}

/** Counts the bytes, because the Content-Length of a server may be wrong. */
async function bytesOf(body: AsyncIterable<Uint8Array>, limitBytes: number, name: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body) {
    length += part.length
    if (length > limitBytes) throw tooLong(name, limitBytes)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const statusOf = (error: unknown): number | undefined => (error as S3ServiceException).$metadata?.httpStatusCode

function describeFailure(name: string, bucket: string, error: unknown): string {
  const { name: code, message } = error as S3ServiceException
  const status = statusOf(error)
  if (code === 'NoSuchBucket') return `${name}: there is no bucket "${bucket}". Create it, or name another.`
  if (code === 'CredentialsProviderError')
    return `${name}: there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
  if (code === 'InvalidAccessKeyId' || code === 'SignatureDoesNotMatch')
    return `${name} rejects the key (${code}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
  if (code === 'RequestTimeTooSkewed')
    return `${name}: the clock of this machine differs too much from that of the server. Set the clock.`
  if (code === 'AccessDenied' || status === 403)
    return `${name}: these credentials lack rights (${code}). They need s3:ListBucket on the bucket, and s3:GetObject and s3:PutObject below it.`
  if (status === undefined)
    return `${name} cannot be reached (${message || code}). Check AWS_ENDPOINT_URL, AWS_REGION and the network.`
  return `${name}: ${message || code} (HTTP ${status}).`
}
