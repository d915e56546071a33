export declare function ensureNode24(): Promise<void>
