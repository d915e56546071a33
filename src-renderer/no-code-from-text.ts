/**
 * The page's policy forbids making functions from text. zod tries it with its first schema, in whichever chunk that is,
 * unless it finds this setting; so this must be the first code that the page runs.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
