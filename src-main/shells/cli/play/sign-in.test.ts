import { expect, it } from 'vitest'
import type { McpSignIn } from '@shared/contract/mcp'
import { signInAtTerminal } from './sign-in'

const state = (part: Partial<McpSignIn>): McpSignIn => ({
  address: null,
  isOpened: false,
  failure: null,
  isDone: false,
  ...part,
})

/** The lines that a sign-in with these states prints. */
async function linesOf(states: readonly McpSignIn[]): Promise<readonly string[]> {
  const lines: string[] = []
  const api = {
    async *signInToMcpServer() {
      yield* states
    },
  }
  await signInAtTerminal(api, 'sig\u001bned', { printLine: (line) => lines.push(line) }, new AbortController().signal)
  return lines
}

it('a sign-in at the terminal prints the address once, and that it is done', async () => {
  const waiting = state({ address: 'https://auth.example/authorize?a=b' })
  expect(await linesOf([state({}), waiting, waiting, state({ isDone: true })])).toEqual([
    String.raw`Open this address in a browser on this computer, and sign in to sig\u{1b}ned there:` +
      '\nhttps://auth.example/authorize?a=b',
    String.raw`Signed in to sig\u{1b}ned, until this program ends.`,
  ])
})

it('a sign-in at the terminal that fails prints the reason', async () => {
  expect(await linesOf([state({ failure: 'auth.example refused the sign-in.' })])).toEqual([
    'auth.example refused the sign-in.',
  ])
})
