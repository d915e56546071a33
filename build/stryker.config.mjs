/** `npm run mutate`: mutation testing of the rooms where a missed check hurts users most. */
export default {
  mutate: ['src-main/{agent,base/limits,host,mcp,secrets}/**/*.ts', '!src-main/**/*.{test,testkit}.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'build/stryker.vitest.config.ts' },
  concurrency: 2,
  ignoreStatic: true,
  // The first run is one process for all tests of these rooms.
  dryRunTimeoutMinutes: 60,
  reporters: ['clear-text', 'progress'],
  ignorePatterns: ['dist', 'docs', 'e2e', 'out', 'test-results'],
  // Stryker rewrites this file in its sandbox with an API that TypeScript 7 no longer has; no test reads it.
  tsconfigFile: 'none',
}
