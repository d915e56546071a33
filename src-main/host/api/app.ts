import { APP_VERSION } from '@shared/base/app-version'
import { ExpectedError } from '@shared/base/expected-error'
import type { AppApi } from '@shared/contract/app'
import { PLAYER_KINDS } from '@shared/episode/log/event'
import { PLAYER_TRAITS } from '@shared/episode/state/players'
import { PLAYER_LABELS } from '../episode/players/player-labels'
import { type Keys, whyNoModel } from '../episode/players/players'
import { readReplayPage } from '../episodes/shipped-files'
import type { HostOptions } from '../host'
import type { SettingsInForce } from '../settings/load-settings'

export function appApi(
  { shell, appRoot, dataFolder, pickFolder, reveal }: HostOptions,
  settings: SettingsInForce,
  keys: Keys,
): AppApi {
  return {
    async getAppInfo() {
      const noModel = whyNoModel(settings.now(), keys)
      const players = PLAYER_KINDS.map((kind) => ({
        kind,
        label: kind === 'mcp' && noModel !== null ? 'Explorer through MCP tools' : PLAYER_LABELS[kind],
        unavailable: PLAYER_TRAITS[kind].isChosenModel ? noModel : null,
      }))
      // Electron's types declare these fields as always present.
      const versions: { readonly node: string; readonly electron?: string; readonly chrome?: string } = process.versions
      return {
        version: APP_VERSION,
        shell,
        dataFolder,
        canPickFolders: pickFolder !== undefined,
        canReveal: reveal !== undefined,
        versions: { node: versions.node, electron: versions.electron ?? null, chrome: versions.chrome ?? null },
        players,
      }
    },
    readReplayPage: () => readReplayPage(appRoot),
    async pickFolder({ from }) {
      if (!pickFolder)
        throw new ExpectedError('not_possible', 'This shell has no folder dialog: type the path of the folder.')
      return { path: await pickFolder(from) }
    },
  }
}
