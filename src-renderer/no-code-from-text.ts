/**
 * The page's policy forbids making functions from text. zod tries it with the first schema, in whatever chunk that
 * stands, unless it finds this: so it is the first thing that the page runs.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
