/** The package `@node-llama-cpp/NAME` for this machine: the processor alone, and Metal on Macs that have it. */
export function bindingName({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'> = process): string | null {
  if (platform === 'darwin' && arch === 'arm64') return 'mac-arm64-metal'
  const system = { darwin: 'mac', linux: 'linux', win32: 'win' }[platform as string]
  return system !== undefined && ['x64', 'arm64'].includes(arch) ? `${system}-${arch}` : null
}
