// node --import ./build/standin/as-node.mjs out/main/cli.js
// Imitates Node in Electron under ELECTRON_RUN_AS_NODE. STANDIN_PLATFORM names another system.
const { STANDIN_PLATFORM: platform = process.platform, ...env } = process.env
process.env = env
Object.defineProperties(process, {
  versions: { value: { ...process.versions, electron: '45.0.0' } },
  platform: { value: platform },
  helperExecPath: { value: '' },
})
