import type { ExperimentProgress } from '@shared/experiment/progress'
import { experimentStrings as words } from './strings'

/** What the program that runs it last said counts only while there is one. */
export const stateWord = ({ state }: ExperimentProgress, isRunning: boolean): string =>
  isRunning || state === 'ended' ? words.state[state] : words.state.stopped
