export const FUSE_SENTINEL: string
export function hollowElectron(folder: string): string
