import type { GameSession, Played } from './game-session'

/** The facts of a game as structured content of tools and resources. */
export const resultOf = ({ observation, reward, done }: Played) => ({ ...observation, reward, done })

export function statusOf(session: GameSession) {
  const { story, notebook, environment } = session
  const { sha256, version, release, serial } = story.identity
  return {
    ...resultOf(session.look()),
    description: notebook.description,
    game: story.name,
    story: { file_name: story.fileName, sha256, version, release, serial },
    step: notebook.step,
    state_hash: environment.getStateHash(),
    recent_actions: notebook.history.slice(-5).map(({ action, text }) => ({ action, text })),
    saved_games: session.saveNames,
  }
}
