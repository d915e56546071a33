import { execFileSync } from 'node:child_process'
import { root, whyBuild } from './outputs.mjs'

/** Vitest's setup for process tests, which run the built app. */
export function setup(): void {
  if (whyBuild() !== null) execFileSync(process.execPath, ['build/scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
}
