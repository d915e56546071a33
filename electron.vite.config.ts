import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { scalePixels } from './build/css/scale-pixels.mjs'
import { identityOf } from './build/scripts/package/identity.mjs'
import { licensesOf } from './build/scripts/package/licenses'

const from = (path: string) => resolve(import.meta.dirname, path)
const alias = { '@shared': from('src-shared') }

/**
 * Vite's client and React's refresh need inline scripts and a socket of their own; the shells send no policy in
 * development either.
 */
const dropPolicy: Plugin = {
  name: 'drop-policy-in-development',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
}

// The MCP servers we ship are not here: each is built on its own as one file, by build/scripts/build.mjs.
export default defineConfig({
  main: {
    resolve: { alias },
    define: { APP_ID: JSON.stringify(identityOf(JSON.parse(readFileSync(from('package.json'), 'utf8'))).appId) },
    build: {
      outDir: 'out/main',
      // Packages are bundled: a cold start reads few files, and the packed app needs no node_modules.
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: from('src-main/shells/electron/start.ts'),
          // Beside their entries, because they find other files by their own place.
          'electron-shell': from('src-main/shells/electron/main.ts'),
          web: from('src-main/shells/web/start.ts'),
          'web-shell': from('src-main/shells/web/main.ts'),
          cli: from('src-main/shells/cli/start.ts'),
          'experiment-worker': from('src-main/experiments/run/worker.ts'),
          'model-worker': from('src-main/models/runtime/model-worker.ts'),
          'game-worker': from('src-main/story/episode/game-worker.ts'),
          'work-thread': from('src-main/host/work/work-thread.ts'),
          'spawn-thread': from('src-main/mcp/transport/spawn-thread.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      outDir: 'out/preload',
      // A sandboxed preload can require nothing but electron, and must be CommonJS.
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: from('src-main/shells/electron/page/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: from('src-renderer'),
    resolve: { alias },
    plugins: [react(), dropPolicy, licensesOf(import.meta.dirname)],
    css: { postcss: { plugins: [scalePixels] } },
    server: { host: '127.0.0.1', port: 5183 },
    build: {
      outDir: from('out/renderer'),
      minify: true,
      // The Content-Security-Policy allows no data: fonts or scripts.
      assetsInlineLimit: 0,
      // In kB. The entry holds everything that the window's first view needs; it is read from this computer.
      chunkSizeWarningLimit: 600,
      rolldownOptions: { input: from('src-renderer/index.html') },
    },
  },
})
