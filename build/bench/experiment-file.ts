import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes an experiment file with an arm per player kind; returns its path. */
export function writeExperiment(
  folder: string,
  name: string,
  players: readonly string[],
  seeds: number,
  turns: number,
): string {
  const path = join(folder, `${name}.experiment.toml`)
  const arms = players.map((player) => `[[arm]]\nname = "${player}"\nrun.player = "${player}"\n`)
  writeFileSync(
    path,
    `[experiment]\nname = "${name}"\nseeds = "1..${seeds}"\n[orchestrator]\nmax_turns_per_episode = ${turns}\n${arms.join('')}`,
  )
  return path
}
