// Hook of electron-builder: what is needed in the archive and beside it as well. package.json says the version and that
// .js means ESM; the command line is started outside of the archive, and serves the page. electron-builder keeps out of
// the archive whatever `extraResources` names.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

const TWICE = ['package.json', 'out/main', 'out/renderer']

export default async function afterPack({ appOutDir, packager }) {
  const product = join(packager.getResourcesDir(appOutDir), 'product')
  for (const path of TWICE)
    await cp(join(packager.projectDir, path), join(product, path), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
}
