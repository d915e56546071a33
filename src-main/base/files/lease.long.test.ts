import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lease-'))
  mkdirSync(join(root, 'marks'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('programs that contend', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contender-'))
  const program = join(folder, 'contender.mjs')
  const children = new Set<ChildProcess>()
  beforeAll(async () => {
    const top = resolve(import.meta.dirname, '../../..')
    await build({
      configFile: false,
      logLevel: 'error',
      root: top,
      resolve: { alias: { '@shared': join(top, 'src-shared') } },
      ssr: { noExternal: true },
      build: {
        ssr: join(import.meta.dirname, 'contender.testkit.ts'),
        outDir: folder,
        rolldownOptions: { output: { entryFileNames: 'contender.mjs' } },
      },
    })
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  function startContender(...more: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [program, root, ...more], { stdio: ['ignore', 'pipe', 'inherit'] })
    children.add(child)
    return child
  }

  it('hold the lease one after the other, while any of them is killed at any moment', async () => {
    const said: string[] = []
    const start = (): ChildProcess => {
      const child = startContender()
      if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
      return child
    }
    const contenders = Array.from({ length: 5 }, start)
    for (let kills = 0; kills < 40; kills++) {
      // Between two kills at least one process has held the lease.
      const before = said.length
      while (said.length < before + 5) await sleep(Math.random() * 5)
      contenders.shift()?.kill('SIGKILL')
      contenders.push(start())
    }
    for (const contender of contenders) contender.kill('SIGKILL')
    expect(new Set(said)).toEqual(new Set(['had']))
  })

  it('change a file one after the other, and no change is lost', async () => {
    writeFileSync(join(root, 'counter'), '0')
    const ends = Array.from({ length: 4 }, () => once(startContender('50'), 'exit'))
    expect((await Promise.all(ends)).map(([status]) => status as unknown)).toEqual([0, 0, 0, 0])
    expect(readFileSync(join(root, 'counter'), 'utf8')).toBe('200')
    expect(readdirSync(root).toSorted()).toEqual(['counter', 'marks'])
  })
})
