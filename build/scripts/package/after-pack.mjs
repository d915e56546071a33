// Hook of electron-builder: copies llama.cpp beside the archive, and the files that are needed both in it and beside
// it, because `extraResources` removes them from the archive. package.json contains the version and declares ESM; the
// page is served by the command line, which runs outside the archive.
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { bindingName } from '../../../src-main/models/runtime/binding-name.ts'

/** The enumeration `Arch` of electron-builder. */
const ARCHITECTURES = ['ia32', 'x64', 'armv7l', 'arm64', 'universal']

const TWICE = ['package.json', 'out/main', 'out/renderer']

export default async function afterPack({ appOutDir, packager, electronPlatformName, arch }) {
  const product = join(packager.getResourcesDir(appOutDir), 'product')
  await copyLlama(packager.projectDir, product, electronPlatformName, ARCHITECTURES[arch])
  for (const path of TWICE)
    await cp(join(packager.projectDir, path), join(product, path), {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    })
}

/** Copies llama.cpp for the target system, because native code cannot be loaded from inside the archive. */
async function copyLlama(projectDir, product, platform, arch) {
  const name = bindingName({ platform, arch })
  const folder = `node_modules/@node-llama-cpp/${name}`
  if (name === null || !existsSync(join(projectDir, folder)))
    throw new Error(`The package has no llama.cpp for ${platform} on ${arch}: ${folder} is not installed.`)
  await cp(join(projectDir, folder), join(product, folder), { recursive: true })
}
