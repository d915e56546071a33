/**
 * The page's policy forbids creating functions from text. With its first schema, zod tries to do so unless it finds
 * this setting. The page must therefore run this module before any chunk that contains zod.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
