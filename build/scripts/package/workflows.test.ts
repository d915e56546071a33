import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../outputs.mjs'
import { type ComputedPackaging, computePackaging } from './computed-packaging.ts'

// The package imports JSON as bundlers do, without the attribute that Node requires.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
hooks.deregister()

/** GitHub runs the workflows; these tests check them as far as possible here. */
const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const [ci] = workflows.filter(({ name }) => name === 'ci.yml')

/** The errors of a workflow, by GitHub's own parser. */
async function faultsOf({ name, text }: { readonly name: string; readonly text: string }): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content: text }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

/** Every match of a pattern's first group, in all workflows. */
const all = (pattern: RegExp): readonly string[] =>
  workflows.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found))

describe('GitHub accepts', () => {
  it.each(workflows)('$name', async (workflow) => {
    expect(await faultsOf(workflow)).toEqual([])
  })

  it.each([
    ['an unknown key', 'timeout-minutes', 'timeout-minute', /timeout-minute/],
    ['an unknown context', 'github.ref', 'githup.ref', /githup/],
    ['an unknown right', 'contents: read', 'contents: reed', /reed/],
    ['an invalid expression', "runner.os == 'Linux'", "runner.os = 'Linux'", /=/],
  ])('no workflow with %s', async (_what, right, wrong, complaint) => {
    const text = ci?.text.replace(right, wrong) ?? ''
    expect(text).not.toBe(ci?.text)
    expect((await faultsOf({ name: 'ci.yml', text })).join('\n')).toMatch(complaint)
  })
})

describe('a workflow names only existing', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }

  it('scripts of package.json', () => {
    const named = all(/\bnpm run (?:-s )?([\w:]+)/g)
    expect(named).toContain('package')
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('files of the tree', () => {
    const named = all(/\b(build\/[\w/.-]+\.\w+)/g)
    expect(named).toContain('build/scripts/package/release.mjs')
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe('installers', () => {
  let computed: ComputedPackaging
  beforeAll(async () => {
    computed = await computePackaging({})
  })

  /** Per system and processor: `linux AppImage x64`. */
  const builtBy = (name: string): readonly string[] => {
    const { text = '' } = workflows.find((workflow) => workflow.name === name) ?? {}
    return [...text.matchAll(/targets: --(linux|mac|win) (.+?)((?: --(?:x64|arm64))+) \}/g)]
      .flatMap(([, system, targets = '', processors = '']) =>
        targets
          .split(' ')
          .flatMap((target) => processors.split(' --').map((processor) => `${system} ${target} ${processor}`)),
      )
      .filter((built) => !built.endsWith(' '))
      .toSorted()
  }

  it('of a release are those of the configuration, for both processors', () => {
    const configured = (['linux', 'mac', 'win'] as const).flatMap((system) => {
      const targets = computed[system].platformSpecificBuildOptions.target as readonly string[]
      return targets.flatMap((target) => ['x64', 'arm64'].map((processor) => `${system} ${target} ${processor}`))
    })
    expect(builtBy('release.yml')).toEqual(configured.toSorted())
  })

  it('of a pull request cover each system', () => {
    const tried = builtBy('package.yml')
    expect(builtBy('release.yml')).toEqual(expect.arrayContaining([...tried]))
    expect(new Set(tried.map((built) => built.split(' ')[0]))).toEqual(new Set(['linux', 'mac', 'win']))
  })

  it('of a pull request are packed like those of a release, with the same fuses', () => {
    const commands = all(/run: (npm run package -- .+)$/gm)
    expect(commands).toEqual(Array(2).fill('npm run package -- ${{ matrix.targets }} --publish never'))
  })
})

it('Electron is tested with its sandbox: on Linux its helper belongs to root before the tests', () => {
  const jobs = ci?.text.split(/^ {2}\w+:\n/m).filter((job) => job.includes('npx install-electron')) ?? []
  expect(jobs).toHaveLength(2)
  for (const job of jobs)
    expect(job).toMatch(
      /npx install-electron\n[^]*\/dist && sudo chown root:root chrome-sandbox && sudo chmod 4755 chrome-sandbox\n[^]*npm (?:test|run test:e2e)/,
    )
  expect(all(/(--no-sandbox)/g)).toEqual([])
})

describe('third-party code', () => {
  it.runIf(process.platform !== 'win32')('is listed, with the bundled packages and Electron', () => {
    const [command = ''] = all(/run: (npm sbom .+) > sbom/g)
    const said = execFileSync('sh', ['-c', command], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const { packages } = JSON.parse(said) as { packages: readonly { readonly name: string }[] }
    expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'zod', 'electron']))
  })

  it('of actions is pinned to a commit, with its version in a comment', () => {
    const used = all(/^\s*(?:- )?uses: (.+)$/gm)
    expect(used.length).toBeGreaterThan(10)
    const unpinned = used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
    expect(unpinned).toEqual([])
  })

  it('of actions has one version in all workflows', () => {
    const used = new Set(all(/uses: (\S+)/g))
    expect(new Set([...used].map((action) => action.split('@')[0])).size).toBe(used.size)
  })
})

describe.each(workflows)('$name', ({ text }) => {
  it('has only the right to read by default, and a time limit for every job', () => {
    expect(text).toMatch(/^permissions:(?: \{\}|\n {2}contents: read)$/m)
    const jobs = [...(text.split(/^jobs:\n/m)[1] ?? '').matchAll(/^ {2}\w+:\n/gm)]
    expect(text.match(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(jobs.length)
    expect(text).toMatch(/^concurrency:\n/m)
    expect(text).toMatch(/^defaults:\n {2}run:\n {4}shell: bash\n/m)
  })

  it('leaves no credentials in the checkout, and gives no secret to a pull request', () => {
    expect(text.match(/persist-credentials: false/g)).toHaveLength(text.match(/actions\/checkout@/g)?.length ?? 0)
    if (/^ {2}pull_request/m.test(text)) expect(text).not.toContain('secrets.')
  })
})
