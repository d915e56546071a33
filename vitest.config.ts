import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const resolveShared = { alias: { '@shared': resolve(import.meta.dirname, 'src-shared') } }
const processTests = 'src-main/**/*.process.test.ts'

// No isolation: a new module graph per file costs ten times the tests themselves. Every test cleans up after itself.
export default defineConfig({
  test: {
    isolate: false,
    // One more than there are processors: a test of processes waits as often as it has something to do.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './build/scripts/plain-line.ts'],
    // Nothing is slow on purpose: a limit ends what hangs, on a machine that has other work too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        resolve: resolveShared,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['src-shared/**/*.test.ts', 'src-main/**/*.test.ts', 'build/**/*.test.ts'],
          exclude: [processTests],
        },
      },
      {
        resolve: resolveShared,
        plugins: [react()],
        test: { name: 'dom', environment: 'happy-dom', isolate: false, include: ['src-renderer/**/*.test.{ts,tsx}'] },
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
    ],
  },
})
