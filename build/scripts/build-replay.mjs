// Builds src-renderer/replay/replay.html as one file with its script, styles and fonts, and a policy that allows only
// these.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { scalePixels } from '../css/scale-pixels.mjs'
import { root } from './outputs.mjs'

const from = (path) => resolve(root, path)

/** Needed because a browser starts no worker from a local file. */
const replacements = [
  { find: /^.*\/tidy-in-worker$/, replacement: from('src-renderer/replay/tidy-here.ts') },
  { find: '@shared', replacement: from('src-shared') },
]

export async function buildReplay() {
  const { output } = await build({
    root: from('src-renderer'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    css: { postcss: { plugins: [scalePixels] } },
    resolve: { alias: replacements },
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      assetsInlineLimit: () => true,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: from('src-renderer/replay/replay.html'), output: { codeSplitting: false } },
    },
  })
  const textOf = (ending) =>
    output
      .filter(({ fileName }) => fileName.endsWith(ending))
      .map((part) => part.code ?? String(part.source))
      .join('\n')
  // Escaped, so that neither text can close its element.
  const script = textOf('.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--')
  const style = textOf('.css').replaceAll('</style', '<\\/style')
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src-elem ${hash(style)}; style-src-attr 'none'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'`
  const page = textOf('.html')
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/\s*<link rel="stylesheet"[^>]*>/, '')
    .replace(
      '<meta charset="utf-8" />',
      () => `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('</head>', () => `<style>${style}</style>\n  </head>`)
    .replace('</body>', () => `<script type="module">${script}</script>\n  </body>`)
  mkdirSync(from('out/replay'), { recursive: true })
  writeFileSync(from('out/replay/replay.html'), page)
}

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
