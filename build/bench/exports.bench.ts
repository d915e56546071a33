import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from './figures'
import { peakMb } from './processes'
import { longEpisode, writeEpisode } from './viewer/episode'

/** Exports a log of about 150 MB in every format that is written in parts: time, and peak memory. */
const FORMATS = ['jsonl', 'markdown', 'chat', 'csv', 'parquet', 'inspect', 'tales', 'otel'] as const
const MEGABYTE = 1e6

const dataFolder = mkdtempSync(join(tmpdir(), 'bench-exports-'))
try {
  const bytes = await writeEpisode(dataFolder, 'long', longEpisode())
  process.stdout.write(`  a log of ${(bytes / MEGABYTE).toFixed(0)} MB\n`)
  for (const format of FORMATS) await exportAs(format)
} finally {
  rmSync(dataFolder, { recursive: true, force: true })
}

async function exportAs(format: string): Promise<void> {
  const out = join(dataFolder, `out.${format}`)
  const started = performance.now()
  const args = ['out/main/cli.js', 'export', 'long', '--format', format, '--out', out, '--data', dataFolder]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  let mostMb = 0
  const watch = setInterval(() => (mostMb = Math.max(mostMb, peakMb(child.pid ?? NaN) || 0)), 20)
  const [status] = (await once(child, 'exit')) as [number | null]
  clearInterval(watch)
  if (status !== 0) throw new Error(`The export as ${format} ended with status ${status}.`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  report(format, `${seconds} s · at most ${mostMb.toFixed(0)} MB held · ${(sizeOf(out) / MEGABYTE).toFixed(1)} MB`)
}

function sizeOf(path: string): number {
  const there = statSync(path)
  return there.isFile() ? there.size : 0
}
