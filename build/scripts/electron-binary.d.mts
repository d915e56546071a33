export declare const electronVersion: string
export declare function findElectron(): string | null
export declare function whyNoDisplay(): string | null
export declare function sandboxArgs(): string[]
export declare function installElectron(
  node: string,
  tell: (text: string) => void,
  limitSeconds: number,
): Promise<string>
