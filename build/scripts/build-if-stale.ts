import { execFileSync } from 'node:child_process'
import { root, whyBuild } from './outputs.mjs'

/** Vitest's set-up of the process tests: they run what is shipped, as it is now. */
export function setup(): void {
  if (whyBuild() !== null) execFileSync(process.execPath, ['build/scripts/build.mjs'], { cwd: root, stdio: 'inherit' })
}
