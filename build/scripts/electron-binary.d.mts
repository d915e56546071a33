export declare const electronVersion: string
export declare function findElectron(): string | null
export declare function whyNoDisplay(): string | null
export declare function sandboxArgs(): string[]
export declare function sandboxMend(electron: string, isRestricted?: boolean): string | null
export declare function installElectron(
  node: string,
  tell: (text: string) => void,
  stallSeconds: number,
): Promise<string>
export declare function stallWatch(limitMs: number): (bytes: number, now: number) => boolean
