import { NO_MIND } from '@shared/episode/log/mind-schema'
import type { Faults } from './faults'
import { imperfectClient } from './imperfect-client'
import { createImperfectModel } from './imperfect-model'
import { playImperfect, readStory } from './play-imperfect'

/** A story file played by an imperfect model in this process. */
export const playWithFaults = (file: string, seed: number, turns: number, faults: Faults, mind = NO_MIND) =>
  playImperfect({
    story: readStory(file),
    seed,
    turns,
    mind,
    llm: imperfectClient(createImperfectModel({ seed, faults })),
  })
