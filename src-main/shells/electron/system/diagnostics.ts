import { readdirSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import { app } from 'electron'
import { APP_VERSION } from '@shared/base/app-version'

const LOG_LINES = 30

/** Text for a problem report: versions, system, and the end of the log, in which secrets are masked. */
export function diagnosticsOf(logFile: string, episodes: number): string {
  const { electron, chrome, node } = process.versions
  return [
    `ZorkGPT ${APP_VERSION}`,
    `${process.platform} ${release()} ${process.arch}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `Running episodes: ${episodes}`,
    `Crash dumps: ${crashDumps()}`,
    '',
    ...endOf(logFile),
  ].join('\n')
}

/** The number of dumps in the folder that `crashReporter` writes to. */
function crashDumps(): number {
  try {
    const files = readdirSync(app.getPath('crashDumps'), { recursive: true, encoding: 'utf8' })
    return files.filter((file) => file.endsWith('.dmp')).length
  } catch {
    return 0
  }
}

function endOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES)
  } catch {
    return []
  }
}
