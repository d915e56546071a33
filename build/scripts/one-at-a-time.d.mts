export declare function oneAtATime(file: string, work: () => void | Promise<void>): Promise<void>
