import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const root = resolve(import.meta.dirname, '..')

export default defineConfig({
  root,
  resolve: { alias: { '@shared': resolve(root, 'src-shared') } },
  test: {
    environment: 'node',
    // These limits only end hanging tests, as in vitest.config.ts.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    include: ['src-{main,shared}/**/*.test.ts'],
    // Stryker runs tests in threads, which cannot set the umask of their process.
    exclude: ['src-main/**/*.process.test.ts', '**/*.long.test.ts', '**/private-folder.test.ts'],
  },
})
