// Hook of electron-builder: copies files that are needed both in the archive and beside it, because `extraResources`
// removes them from the archive. package.json has the version and says that .js means ESM; the command line runs
// outside the archive and serves the page.
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
