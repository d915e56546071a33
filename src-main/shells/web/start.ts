import { enableCompileCache } from 'node:module'
import { compileCacheFolder } from '../../base/files/compile-cache'

// Before the rest of the app is loaded, which the cache is for.
enableCompileCache(compileCacheFolder(process.env))
await import('./main')
