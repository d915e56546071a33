// Hook of electron-builder: package.json, which says the version and that .js means ESM, is needed in the archive and
// beside it as well, and electron-builder keeps out of the archive whatever `extraResources` names.
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

export default async function afterPack({ appOutDir, packager }) {
  await copyFile(
    join(packager.projectDir, 'package.json'),
    join(packager.getResourcesDir(appOutDir), 'product/package.json'),
  )
}
