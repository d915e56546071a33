import type { NewPrograms } from '@shared/contract/contract'
import type { McpProgram } from '@shared/contract/mcp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startAgreed, useAgreement } from './agreement'

afterEach(() => useAgreement.setState({ question: null }))

/** A host that refuses to start before these were agreed to. */
function hostWith(...fingerprints: string[]) {
  const agreed: string[] = []
  const open = () => fingerprints.filter((each) => !agreed.includes(each)).map((unagreed): McpProgram => ({ line: unagreed, variables: [], file: null, folder: null, folderIsMissing: false, fault: null, unagreed, agreed: null, server: unagreed, configFile: '/mcp.json' }))
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
    start: async (newPrograms: NewPrograms) => {
      if (newPrograms === 'refuse' && open().length > 0) throw { code: 'program_not_agreed', message: 'Nobody agreed.' }
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
    const refusal = { code: 'program_not_agreed', message: 'Nobody agreed.' }
    const start = vi.fn<() => Promise<string>>(() => Promise.reject(refusal as unknown as Error))
    await expect(startAgreed(hostWith().api, start)).rejects.toBe(refusal)
    expect(start).toHaveBeenCalledTimes(2)
  })

  it('that fails for another reason says that one', async () => {
    const refusal = { code: 'no_story', message: 'Gone.' }
    await expect(startAgreed(hostWith().api, () => Promise.reject(refusal as unknown as Error))).rejects.toBe(refusal)
  })
})
