import { isBuiltIn } from '@shared/models/built-in'
import type { Keys, Player } from './players'

/** Adds the model file to the identity of a player with a built-in model. Rejects if the file cannot be used. */
export async function withWeights(player: Player, { builtIn }: Keys): Promise<Player> {
  const { model, base_url: baseUrl } = player.identity
  if (builtIn === undefined || model === null || baseUrl === null || !isBuiltIn(baseUrl)) return player
  return { ...player, identity: { ...player.identity, weights: await builtIn.describe(model) } }
}
