import { afterEach, describe, expect, it, vi } from 'vitest'
import { ExpectedError } from '@shared/base/expected-error'
import type { McpProgram, NewPrograms } from '@shared/contract/mcp'
import { NOTHING_TO_RUN } from '@shared/contract/nothing-to-run'
import { type Consent, sendAgreed, startAgreed, useAgreement } from './agreement'

afterEach(() => useAgreement.setState({ question: null, keyQuestion: null }))

/** A host that refuses to start until these fingerprints are agreed to. */
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
      if (newPrograms === 'refuse' && open().length > 0) throw new ExpectedError('program_not_agreed', 'Not agreed.')
      started.push(newPrograms)
      return 'started'
    },
  }
}

const question = () => vi.waitFor(() => useAgreement.getState().question ?? expect.unreachable('No question.'))

describe('starting an episode', () => {
  it('asks nothing if no program is new', async () => {
    const host = hostWith()
    expect(await startAgreed(host.api, host.start)).toBe('started')
    expect(useAgreement.getState().question).toBeNull()
  })

  it('shows a new program, and starts with it after consent', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    const { programs, answer } = await question()
    expect(programs).toMatchObject([{ server: 'f' }])
    answer(['f'])
    expect(await starting).toBe('started')
    expect([host.agreed, host.started, useAgreement.getState().question]).toEqual([['f'], ['refuse'], null])
  })

  it('leaves out a program without consent', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    ;(await question()).answer([])
    expect(await starting).toBe('started')
    expect([host.agreed, host.started]).toEqual([[], ['leave_out']])
  })

  it('does not ask a fork again about a program that was left out, but asks a new episode', async () => {
    const host = hostWith('declined')
    const starting = startAgreed(host.api, host.start)
    ;(await question()).answer([])
    await starting
    expect(await startAgreed(host.api, host.start, true)).toBe('started')
    expect(host.started).toEqual(['leave_out', 'leave_out'])
    const again = startAgreed(host.api, host.start)
    ;(await question()).answer(null)
    expect(await again).toBeNull()
  })

  it('agrees to the chosen programs and leaves out the others', async () => {
    const host = hostWith('f', 'g')
    const starting = startAgreed(host.api, host.start)
    ;(await question()).answer(['g'])
    expect(await starting).toBe('started')
    expect([host.agreed, host.started]).toEqual([['g'], ['leave_out']])
  })

  it('does not start if the question is dismissed', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    ;(await question()).answer(null)
    expect(await starting).toBeNull()
    expect([host.agreed, host.started]).toEqual([[], []])
  })

  it('asks for the latest start and drops the one before', async () => {
    const host = hostWith('f')
    const first = startAgreed(host.api, host.start)
    await question()
    const second = startAgreed(host.api, host.start)
    expect(await first).toBeNull()
    ;(await question()).answer([])
    expect(await second).toBe('started')
    expect(host.started).toEqual(['leave_out'])
  })

  it('asks again for a program that was added to the file meanwhile', async () => {
    const host = hostWith('f')
    const starting = startAgreed(host.api, host.start)
    const first = await question()
    host.add('g')
    first.answer(['f'])
    const second = await vi.waitFor(() => {
      const next = useAgreement.getState().question
      if (next === null || next === first) throw new Error('No further question.')
      return next
    })
    expect(second.programs.map(({ server }) => server)).toEqual(['g'])
    second.answer([])
    expect(await starting).toBe('started')
    expect(host.agreed).toEqual(['f'])
  })

  it('starts once if pressed twice before the host answers', async () => {
    const host = hostWith()
    const [first, second] = [startAgreed(host.api, host.start), startAgreed(host.api, host.start)]
    expect([await first, await second, host.started]).toEqual(['started', null, ['refuse']])
    expect(await startAgreed(host.api, host.start), 'a later start').toBe('started')
  })

  it('is retried once if refused without a new program, then fails with the reason', async () => {
    const refusal = new ExpectedError('program_not_agreed', 'Not agreed.')
    const start = vi.fn<() => Promise<string>>(() => Promise.reject(refusal as unknown as Error))
    await expect(startAgreed(hostWith().api, start)).rejects.toBe(refusal)
    expect(start).toHaveBeenCalledTimes(2)
  })

  it('fails with any other reason', async () => {
    const refusal = new ExpectedError('not_found', 'Gone.')
    await expect(startAgreed(hostWith().api, () => Promise.reject(refusal as unknown as Error))).rejects.toBe(refusal)
  })
})

describe('a key', () => {
  const stray = (address: string) => ({ address, keys: [{ name: 'LAMP_KEY', givenFor: [] }] })
  /** Refuses until a key may be sent to the last of these addresses. */
  function doorTo(...addresses: readonly string[]) {
    const asked: (string | undefined)[] = []
    return {
      asked,
      send: async (keysFor?: string) => {
        asked.push(keysFor)
        const address = addresses[Math.min(asked.length, addresses.length) - 1] ?? ''
        // The host remembers consent.
        if (!asked.includes(address)) throw new ExpectedError('key_not_agreed', 'Not agreed.', stray(address))
        return 'sent'
      },
    }
  }
  const keyQuestion = () => vi.waitFor(() => useAgreement.getState().keyQuestion ?? expect.unreachable('No question.'))

  it('for another address is asked about, and sent to the address that was shown', async () => {
    const door = doorTo('https://a')
    const sending = sendAgreed(door.send)
    const { stray: shown, answer } = await keyQuestion()
    expect(shown).toEqual(stray('https://a'))
    answer(true)
    expect(await sending).toBe('sent')
    expect([door.asked, useAgreement.getState().keyQuestion]).toEqual([[undefined, 'https://a'], null])
  })

  it('is not sent if the question is dismissed', async () => {
    const door = doorTo('https://a')
    const sending = sendAgreed(door.send)
    ;(await keyQuestion()).answer(false)
    expect([await sending, door.asked]).toEqual([null, [undefined]])
  })

  it('is asked about again if the address changed meanwhile', async () => {
    const door = doorTo('https://a', 'https://b')
    const sending = sendAgreed(door.send)
    ;(await keyQuestion()).answer(true)
    const second = await vi.waitFor(() => {
      const next = useAgreement.getState().keyQuestion
      if (next?.stray.address !== 'https://b') throw new Error('No further question.')
      return next
    })
    second.answer(true)
    expect(await sending).toBe('sent')
    expect(door.asked).toEqual([undefined, 'https://a', 'https://b'])
  })

  it('and new programs are asked about in turn, and the start has both answers', async () => {
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
