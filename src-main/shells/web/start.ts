import { openCompileCache } from '../../base/files/compile-cache'

openCompileCache(process.env)
await import('./main')
