import { ExpectedError } from '@shared/base/expected-error'
import type { LocalModelsApi } from '@shared/contract/local-models'
import type { LocalModelsService } from '../../models/local-models'
import type { ChangeSignal } from '../episode/change-signal'
import { readPath } from '../episodes/data-folder'

export function localModelsApi(
  service: LocalModelsService,
  changed: ChangeSignal,
  reveal: ((path: string) => void) | undefined,
): LocalModelsApi {
  const { folder, downloads, uploads, processes } = service
  const noteChange = () => changed.fire()
  return {
    async *watchLocalModels(_params, signal) {
      while (!signal.aborted) {
        // Created before the folder is read, so that a change during the read causes another one.
        const next = changed.wait(signal)
        yield await service.describeAll()
        await next
      }
    },
    findLocalServers: () => service.findServers(),
    async addModelFile({ path }) {
      const { name } = await folder.addInPlace(readPath('The path', path) ?? path)
      noteChange()
      return { name }
    },
    async uploadModelPart({ base64, ...part }) {
      const model = await uploads.add({ ...part, bytes: Buffer.from(base64, 'base64') })
      if (model !== null) noteChange()
      return { name: model?.name ?? null }
    },
    async cancelUpload({ upload }) {
      await uploads.cancel(upload)
      return {}
    },
    async downloadModel({ id }) {
      const started = downloads.start(await service.listedModel(id))
      // A refused download rejects here; a later failure is in the state of the download.
      await Promise.race([started, new Promise((resolve) => setImmediate(resolve))])
      return {}
    },
    async pauseDownload({ id }) {
      await downloads.pause({ id })
      return {}
    },
    async cancelDownload({ id }) {
      await downloads.cancel(await service.listedModel(id))
      return {}
    },
    async removeModel({ name }) {
      await service.remove(name)
      return {}
    },
    async unloadModel({ name }) {
      await processes.end(name)
      return {}
    },
    async revealModels() {
      if (!reveal)
        throw new ExpectedError('not_possible', `This shell cannot show folders. The folder is ${folder.path}.`)
      await folder.make()
      reveal(folder.path)
      return {}
    },
  }
}
