import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compileCacheFolder, openCompileCache } from './compile-cache'

const inHome = join('/home/thief', '.cache', 'zorkgpt', 'compile-cache')

describe.runIf(process.platform === 'linux')('the compile cache', () => {
  it.each(['', 'cache', './cache'])(
    'is in the home folder if XDG_CACHE_HOME is %j, never in the working folder',
    (named) => expect(compileCacheFolder({ XDG_CACHE_HOME: named }, () => '/home/thief')).toBe(inHome),
  )

  it('is not used by a user without a home folder', () => {
    const fail = () => {
      throw new Error('uv_os_homedir returned ENOENT')
    }
    expect(compileCacheFolder({}, fail)).toBeNull()
    expect(compileCacheFolder({}, () => '')).toBeNull()
    expect(compileCacheFolder({ XDG_CACHE_HOME: '/caches' }, fail)).toBe('/caches/zorkgpt/compile-cache')
  })

  it('is private, and the app starts without one if it cannot be created', () => {
    const caches = mkdtempSync(join(tmpdir(), 'caches-'))
    onTestFinished(() => rmSync(caches, { recursive: true }))
    const folder = join(caches, 'zorkgpt', 'compile-cache')
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o777)
    openCompileCache({ XDG_CACHE_HOME: caches })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    writeFileSync(join(caches, 'file'), '')
    openCompileCache({ XDG_CACHE_HOME: join(caches, 'file') })
  })
})
