import type { ExperimentProgress } from '@shared/experiments/progress'
import type { CommandContext } from '../command/command-context'

/** Prints the progress, more often on a terminal. */
export function showProgress(isQuiet: boolean, context: CommandContext): (progress: ExperimentProgress) => void {
  let printedAt = performance.now()
  const everyMs = context.err.isTTY ? 5_000 : 30_000
  return (progress) => {
    const now = performance.now()
    if (isQuiet || (now - printedAt < everyMs && progress.state !== 'ended')) return
    printedAt = now
    if (progress.state !== 'ended') context.printError(progressLine(progress))
  }
}

export function progressLine(progress: ExperimentProgress): string {
  const { state, reason, planned, done, failed, playing, spent, left_ms: left } = progress
  return [
    `${done} of ${planned} played`,
    failed > 0 && `${failed} failed`,
    playing.length > 0 && `${playing.length} being played`,
    spent.tokens > 0 && `${spent.tokens.toLocaleString('en')} tokens`,
    spent.cost_usd > 0 && `$${spent.cost_usd.toFixed(2)}`,
    left !== null && done < planned && `about ${duration(left)} to go`,
    state === 'paused' && 'paused',
    reason,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

function duration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
