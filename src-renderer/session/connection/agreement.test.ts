import { NOTHING_TO_RUN } from '@shared/contract/nothing-to-run'
import type { McpProgram, NewPrograms } from '@shared/contract/mcp'
import { ExpectedError } from '@shared/base/expected-error'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Consent, sendAgreed, startAgreed, useAgreement } from './agreement'

afterEach(() => useAgreement.setState({ question: null, keyQuestion: null }))

/** A host that refuses to start before these were agreed to. */
function hostWith(...fingerprints: string[]) {
  const agreed: string[] = []
  const open = () =>
    fingerprints
      .filter((each) => !agreed.includes(each))
      .map((unagreed): McpProgram => ({
        ...NOTHING_TO_RUN,
        line: unagreed,
        unagreed,
        server: unagreed,
        configFile: '/mcp.json',
      }))
  const started: NewPrograms[] = []
  return {
    agreed,
    started,
    add: (fingerprint: string) => fingerprints.push(fingerprint),
    api: {
      listNewPrograms: async () => open(),
      agreeToPrograms: async (params: { fingerprints: string[] }) => {
        agreed.push(...params.fingerprints)
        return {}
      },
    },
    start: async ({ newPrograms }: Consent) => {
      if (newPrograms === 'refuse' && open().length > 0) throw new ExpectedError('program_not_agreed', 'Nobody agreed.')
      started.push(newPrograms)
      return 'started'
    },
  }
}

const question = () => vi.waitFor(() => useAgreement.getState().question ?? expect.unreachable('Nothing is asked.'))

describe('starting an episode', () => {
  it('asks nothing where nothing is new', async () => {
    const host = hostWith()
    expect(await startAgreed(host.api, host.start)).toBe('started')
    expect(useAgreement.getState().question).toBeNull()
  })

  it('with a new program shows it, and starts with it once that was agreed to', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    const { programs, answer } = await question()
    expect(programs).toMatchObject([{ server: 'f' }])
    answer(['f'])
    expect(await starting).toBe('started')
    expect([host.agreed, host.started, useAgreement.getState().question]).toEqual([['f'], ['refuse'], null])
  })

  it('without it agrees to nothing', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    ;(await question()).answer([])
    expect(await starting).toBe('started')
    expect([host.agreed, host.started]).toEqual([[], ['leave_out']])
  })

  it('with some of them agrees to those, and leaves out the others', async () => {
    const host = hostWith('f', 'g')
    const starting = startAgreed(host.api, host.start)
    ;(await question()).answer(['g'])
    expect(await starting).toBe('started')
    expect([host.agreed, host.started]).toEqual([['g'], ['leave_out']])
  })

  it('is dropped by whoever goes back', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    ;(await question()).answer(null)
    expect(await starting).toBeNull()
    expect([host.agreed, host.started]).toEqual([[], []])
  })

  it('asks for the one that was begun last, and drops the one before', async () => {
    const host = hostWith('f')
    const first = startAgreed(host.api, host.start)
    await question()
    const second = startAgreed(host.api, host.start)
    expect(await first).toBeNull()
    ;(await question()).answer([])
    expect(await second).toBe('started')
    expect(host.started).toEqual(['leave_out'])
  })

  it('asks again for a program that came into the file while the question stood', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    const first = await question()
    host.add('g')
    first.answer(['f'])
    const second = await vi.waitFor(() => {
      const next = useAgreement.getState().question
      if (next === null || next === first) throw new Error('Nothing more is asked.')
      return next
    })
    expect(second.programs.map(({ server }) => server)).toEqual(['g'])
    second.answer([])
    expect(await starting).toBe('started')
    expect(host.agreed).toEqual(['f'])
  })

  it('begins once, however often that is asked for before the host has answered', async () => {
    const host = hostWith()
    const [first, second] = [startAgreed(host.api, host.start), startAgreed(host.api, host.start)]
    expect([await first, await second, host.started]).toEqual(['started', null, ['refuse']])
    expect(await startAgreed(host.api, host.start), 'another time').toBe('started')
  })

  it('that is refused although nothing new is left to agree to is tried once more, and then says why', async () => {
    const refusal = new ExpectedError('program_not_agreed', 'Nobody agreed.')
    const start = vi.fn<() => Promise<string>>(() => Promise.reject(refusal as unknown as Error))
    await expect(startAgreed(hostWith().api, start)).rejects.toBe(refusal)
    expect(start).toHaveBeenCalledTimes(2)
  })

  it('that fails for another reason says that one', async () => {
    const refusal = new ExpectedError('not_found', 'Gone.')
    await expect(startAgreed(hostWith().api, () => Promise.reject(refusal as unknown as Error))).rejects.toBe(refusal)
  })
})

describe('a key', () => {
  const stray = (address: string) => ({ address, keys: [{ name: 'LAMP_KEY', givenFor: [] }] })
  /** What is refused until it may send a key to the last of these addresses. */
  function doorTo(...addresses: readonly string[]) {
    const asked: (string | undefined)[] = []
    return {
      asked,
      send: async (keysFor?: string) => {
        asked.push(keysFor)
        const address = addresses[Math.min(asked.length, addresses.length) - 1] ?? ''
        // The host remembers what was agreed to.
        if (!asked.includes(address)) throw new ExpectedError('key_not_agreed', 'Nobody agreed.', stray(address))
        return 'sent'
      },
    }
  }
  const keyQuestion = () =>
    vi.waitFor(() => useAgreement.getState().keyQuestion ?? expect.unreachable('Nothing is asked.'))

  it('that would go elsewhere is asked about, and sent to the very address that was shown', async () => {
    const door = doorTo('https://a')
    const sending = sendAgreed(door.send)
    const { stray: shown, answer } = await keyQuestion()
    expect(shown).toEqual(stray('https://a'))
    answer(true)
    expect(await sending).toBe('sent')
    expect([door.asked, useAgreement.getState().keyQuestion]).toEqual([[undefined, 'https://a'], null])
  })

  it('is not sent by whoever goes back', async () => {
    const door = doorTo('https://a')
    const sending = sendAgreed(door.send)
    ;(await keyQuestion()).answer(false)
    expect([await sending, door.asked]).toEqual([null, [undefined]])
  })

  it('is asked about again where the address became another one while the question stood', async () => {
    const door = doorTo('https://a', 'https://b')
    const sending = sendAgreed(door.send)
    ;(await keyQuestion()).answer(true)
    const second = await vi.waitFor(() => {
      const next = useAgreement.getState().keyQuestion
      if (next?.stray.address !== 'https://b') throw new Error('Nothing more is asked.')
      return next
    })
    second.answer(true)
    expect(await sending).toBe('sent')
    expect(door.asked).toEqual([undefined, 'https://a', 'https://b'])
  })

  it('goes without a question where the reader typed the address', async () => {
    const door = doorTo('https://a')
    expect(await sendAgreed(door.send, 'https://a')).toBe('sent')
    expect(useAgreement.getState().keyQuestion).toBeNull()
  })

  it('and new programs are asked about one after the other, and the start has both answers', async () => {
    const host = hostWith('f')
    const door = doorTo('https://a')
    const starting = startAgreed(host.api, async ({ newPrograms, keysFor }) => {
      await door.send(keysFor)
      return host.start({ newPrograms })
    })
    ;(await keyQuestion()).answer(true)
    ;(await question()).answer(['f'])
    expect(await starting).toBe('started')
    expect(host.agreed).toEqual(['f'])
  })
})
