import { describe, expect, it } from 'vitest'
import type { McpTest } from '@shared/contract/mcp'
import { createServerTests, sinceTest, hasFailed } from './server-tests'

const state = (part: Partial<McpTest> = {}): McpTest => ({
  steps: [],
  failure: null,
  tools: null,
  resources: [],
  prompts: [],
  progress: null,
  call: null,
  notices: [],
  finished: false,
  ...part,
})

describe('tests of servers', () => {
  it.each(['constructor', '__proto__'])('are none at first, also of a server named %s', (name) => {
    const tests = createServerTests({
      async *testMcpServer() {
        yield state({ finished: true })
      },
    })
    const tested = () => tests.store.getState().get(name)
    expect(hasFailed(tested(), '{}', name)).toBe(false)
    tests.cancel(name)
    expect(tested()).toMatchObject({ cancelled: true })
  })

  it('store their results', async () => {
    const tests = createServerTests({
      async *testMcpServer() {
        yield state()
        yield state({ finished: true, tools: [] })
      },
    })
    await tests.run('{}', 'a', null)
    expect(tests.store.getState().get('a')).toMatchObject({ running: false, refusal: null, test: { finished: true } })
    tests.dismiss('a')
    expect(tests.store.getState().size).toBe(0)
  })

  it('do not count as outdated while the text is invalid JSON', async () => {
    const tests = createServerTests({
      async *testMcpServer() {
        yield state({ finished: true })
      },
    })
    const text = '{"mcpServers": {"a": {"command": "x"}, "b": {"url": "http://h/", "type": "http"}}}'
    await tests.run(text, 'b', null)
    const test = tests.store.getState().get('b')
    if (test === undefined) throw new Error('There is no test.')
    expect(sinceTest(test, text.replace('}, "b"', '} "b"'), 'b', null)).toEqual([])
    expect(sinceTest(test, text.replace('//h/', '//i/'), 'b', null).join(' ')).toContain('Changed since then: url.')
  })

  it('end when cancelled, and run once per server', async () => {
    const ended: number[] = []
    let count = 0
    const tests = createServerTests({
      async *testMcpServer(_params, signal) {
        const own = ++count
        yield state()
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
        ended.push(own)
      },
    })
    const first = tests.run('{}', 'a', null)
    const second = tests.run('{}', 'a', null)
    await first
    expect(tests.store.getState().get('a')).toMatchObject({ running: true })
    tests.cancel('a')
    await second
    expect(ended).toEqual([1, 2])
    expect(tests.store.getState().get('a')).toMatchObject({ running: false, cancelled: true })
  })

  it('are removed when dismissed, even before they end', async () => {
    const tests = createServerTests({
      async *testMcpServer(_params, signal) {
        yield state()
        if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
    const run = tests.run('{}', 'a', null)
    tests.cancel('a')
    tests.dismiss('a')
    await run
    expect(tests.store.getState().size).toBe(0)
  })

  it('report why they could not run', async () => {
    const tests = createServerTests({
      testMcpServer: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('Its entry cannot be used.')) }),
      }),
    })
    await tests.run('{}', 'a', null)
    expect(tests.store.getState().get('a')).toMatchObject({ refusal: 'Its entry cannot be used.', running: false })
  })
})
