import { expect, it } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { HostApi } from '@shared/contract/contract'
import { maskErrors } from './mask-errors'
import { MASK, SecretMask } from './secret-mask'

const mask = new SecretMask()
mask.learn('hunter22')

/** The error as a command and a feed throw it. */
async function thrownOf(create: () => Error): Promise<readonly unknown[]> {
  const fails = async () => Promise.reject(create())
  const { getAppInfo, watchLibrary } = maskErrors(
    {
      getAppInfo: fails,
      watchLibrary: () => ({ [Symbol.asyncIterator]: () => ({ next: fails }) }),
    } as never as HostApi,
    mask,
  )
  const batches = watchLibrary({}, new AbortController().signal)[Symbol.asyncIterator]()
  const thrown = async (act: Promise<unknown>) => act.catch((reason: unknown) => reason)
  return [await thrown(getAppInfo({})), await thrown(batches.next())]
}

it('neither a command nor a feed throws an error with a secret', async () => {
  const keys = { address: 'http://hunter22.test', keys: [{ name: 'hunter22', givenFor: [] }] }
  for (const error of await thrownOf(() => new ExpectedError('key_not_agreed', 'not for hunter22', keys))) {
    expect(error).toMatchObject({
      kind: 'key_not_agreed',
      message: `not for ${MASK}`,
      stack: expect.not.stringContaining('hunter22') as string,
      detail: { address: `http://${MASK}.test`, keys: [{ name: MASK }] },
    })
  }
})

it('an abort error stays unchanged', async () => {
  for (const error of await thrownOf(() => new DOMException('hunter22 took too long', 'TimeoutError'))) {
    expect(error).toBeInstanceOf(DOMException)
    expect(error).toMatchObject({ name: 'TimeoutError', message: `${MASK} took too long` })
  }
})
