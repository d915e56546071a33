import type { ExperimentProgress } from '@shared/experiments/progress'
import { experimentStrings as words } from './strings'

/**
 * The saved state counts only while a process runs the experiment; otherwise it has ended, or can be resumed.
 */
export const stateWord = (progress: ExperimentProgress, isRunning: boolean): string =>
  isRunning ? words.state[progress.state] : words.state[isUnfinished(progress) ? 'stopped' : 'ended']

export const isUnfinished = ({ done, failed, planned }: ExperimentProgress): boolean => done + failed < planned
