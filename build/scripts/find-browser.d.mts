export declare const browserArgs: string[]
export declare function findBrowser(env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform): string | null
export declare function ensureBrowser(tell: (what: string) => void): string | null
