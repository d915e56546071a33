import type { ExperimentProgress } from '@shared/experiments/progress'
import { experimentStrings as words } from './strings'

/**
 * What the program that runs it last said counts only while there is one; then all is played, or there is something to
 * go on with.
 */
export const stateWord = (progress: ExperimentProgress, isRunning: boolean): string =>
  isRunning ? words.state[progress.state] : words.state[isUnfinished(progress) ? 'stopped' : 'ended']

export const isUnfinished = ({ done, failed, planned }: ExperimentProgress): boolean => done + failed < planned
