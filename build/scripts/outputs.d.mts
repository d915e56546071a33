export declare const root: string
export declare const servers: readonly string[]
export declare const shells: readonly string[]
export declare function whyBuild(): string | null
