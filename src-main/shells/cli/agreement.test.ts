import { contractError } from '@shared/contract/rpc'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAgreed } from './agreement'
import type { Person } from './person'

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

const personWho = (line: string | null): Person => ({ nextLine: async () => line, close: () => {} })

/** A host that starts nothing before its one program was agreed to. */
function hostWith() {
  const agreed: string[] = []
  return {
    agreed,
    api: {
      listNewPrograms: async () => [{ server: 'weather', configFile: '/home/me/mcp.json', line: 'npx -y weather', folder: '/home/me', folderIsMissing: false, variables: ['CITY=Oslo'], file: '/bin/npx', fault: null, agreed: null, unagreed: 'f1' }],
      agreeToPrograms: async ({ fingerprints }: { fingerprints: string[] }) => {
        agreed.push(...fingerprints)
        return {}
      },
    },
    start: async () => {
      if (agreed.length === 0) throw contractError('program_not_agreed', 'Nobody agreed: use --agree.')
      return 'started'
    },
  }
}

describe('zorkgpt play with a program that nobody has agreed to', () => {
  it('prints all of what runs before it agrees, as --agree says', async () => {
    const { api, start, agreed } = hostWith()
    expect(await startAgreed(start, { api, isGiven: true, person: null })).toBe('started')
    expect(printed).toBe('The MCP server weather of /home/me/mcp.json runs, with your rights:\n  npx -y weather\n  in /home/me\n  with CITY=Oslo\n')
    expect(agreed).toEqual(['f1'])
  })

  it('asks at a terminal, and takes a yes', async () => {
    const { api, start, agreed } = hostWith()
    expect(await startAgreed(start, { api, isGiven: false, person: personWho(' Yes ') })).toBe('started')
    expect(printed).toContain('Type "yes"')
    expect(agreed).toEqual(['f1'])
  })

  it.each([['no'], [''], [null]])('starts nothing for any other answer: %j', async (line) => {
    const { api, start, agreed } = hostWith()
    await expect(startAgreed(start, { api, isGiven: false, person: personWho(line) })).rejects.toMatchObject({ code: 'program_not_agreed' })
    expect(agreed).toEqual([])
  })

  it('starts nothing where nobody can be asked', async () => {
    const { api, start, agreed } = hostWith()
    await expect(startAgreed(start, { api, isGiven: false, person: null })).rejects.toThrow('use --agree')
    expect([agreed, printed]).toEqual([[], ''])
  })
})
