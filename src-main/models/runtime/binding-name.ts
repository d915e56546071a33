/** NAME in `@node-llama-cpp/NAME`: without a GPU, or with Metal on Apple silicon; null if this machine has none. */
export function bindingName({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): string | null {
  if (platform === 'darwin' && arch === 'arm64') return 'mac-arm64-metal'
  const system = { darwin: 'mac', linux: 'linux', win32: 'win' }[platform as string]
  return system !== undefined && ['x64', 'arm64'].includes(arch) ? `${system}-${arch}` : null
}
