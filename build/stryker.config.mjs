/** `npm run mutate`, which names the files and their tests. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'build/stryker.vitest.config.ts' },
  concurrency: 2,
  ignoreStatic: true,
  reporters: ['clear-text', 'progress'],
  ignorePatterns: ['dist', 'docs', 'e2e', 'out', 'test-results'],
  // Stryker rewrites this file in its sandbox with an API that TypeScript 7 no longer has; no test reads it.
  tsconfigFile: 'none',
}
