import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const resolveShared = { alias: { '@shared': resolve(import.meta.dirname, 'src-shared') } }
const processTests = 'src-main/**/*.process.test.ts'
/** The tests of `npm run test:long`; `npm test` omits them, and `*.long.spec.ts` in e2e. */
const longTests = '{build,src-*}/**/*.long.test.ts'

// Child processes and workers load compiled code from it, because starting is much of their work.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/compiled')

// No isolation: a new module graph per file costs ten times the tests themselves. Every test cleans up after itself.
export default defineConfig({
  test: {
    isolate: false,
    // One more than there are processors, because a test of processes spends half of its time waiting.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './build/scripts/plain-line.ts'],
    // These limits end tests that hang. They decide nothing else, however slow the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        resolve: resolveShared,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['src-shared/**/*.test.ts', 'src-main/**/*.test.ts', 'build/**/*.test.ts'],
          exclude: [processTests, longTests],
        },
      },
      {
        resolve: resolveShared,
        plugins: [react()],
        test: {
          name: 'dom',
          environment: 'happy-dom',
          isolate: false,
          include: ['src-renderer/**/*.test.{ts,tsx}'],
          setupFiles: './build/scripts/patient-queries.ts',
        },
      },
      // Tests of the shipped bundles as processes: they need a build.
      {
        resolve: resolveShared,
        test: {
          name: 'process',
          environment: 'node',
          isolate: false,
          include: [processTests],
          globalSetup: './build/scripts/build-if-stale.ts',
        },
      },
      {
        resolve: resolveShared,
        test: {
          name: 'long',
          environment: 'node',
          isolate: false,
          include: [longTests],
          globalSetup: './build/scripts/build-if-stale.ts',
        },
      },
    ],
  },
})
