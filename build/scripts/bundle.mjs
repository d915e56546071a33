import { join, resolve } from 'node:path'
import { build } from 'vite'
import { root } from './outputs.mjs'

/**
 * Bundles sources of the product for a script: each entry of `input` becomes `NAME.mjs` in a cache folder, whose path
 * is returned.
 */
export async function bundleForScript(folder, input, external = []) {
  const outDir = join(root, 'node_modules/.cache', folder)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: { '@shared': resolve(root, 'src-shared') } },
    ...(external.length > 0 && { ssr: { noExternal: true, external } }),
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      minify: false,
      rolldownOptions: { input, output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  return outDir
}
