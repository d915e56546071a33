import { chmod, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestHost } from '../open-host.testkit'
import { homeFolder, machineFolder, makeDataFolder, readPath, requireWritable } from './data-folder'

const PLATFORMS = ['linux', 'darwin', 'win32'] as const
const env = { APPDATA: 'C:/Users/me/Roaming', LOCALAPPDATA: 'C:/Users/me/Local' }
const MAY_WRITE =
  process.platform === 'win32' || process.getuid?.() === 0
    ? ' (skipped: root may write in every folder, and Windows knows no such rights)'
    : ''
const synced = resolve('/synced')

afterEach(() => vi.restoreAllMocks())

describe('the data folder', () => {
  it.each(PLATFORMS)('on %s, ZORKGPT_HOME does not move the data of this machine', (platform) => {
    expect(homeFolder({ ...env, ZORKGPT_HOME: synced }, platform)).toBe(synced)
    expect(machineFolder({ ...env, ZORKGPT_HOME: synced }, platform)).toBe(machineFolder(env, platform))
  })

  it('on Windows, the data of this machine does not roam with the profile', () => {
    expect(machineFolder(env, 'win32')).toBe(join('C:/Users/me/Local', 'ZorkGPT'))
  })

  it.each(PLATFORMS)('on %s, XDG_STATE_HOME moves the data of this machine', (platform) => {
    expect(machineFolder({ ...env, XDG_STATE_HOME: resolve('/state') }, platform)).toBe(
      join(resolve('/state'), 'zorkgpt'),
    )
  })

  it.each(['', 'relative'])('a folder of the XDG specification that is %j counts as unset', (folder) => {
    expect(homeFolder({ XDG_DATA_HOME: folder }, 'linux')).toBe(join(homedir(), '.local', 'share', 'zorkgpt'))
    expect(machineFolder({ XDG_STATE_HOME: folder }, 'linux')).toBe(join(homedir(), '.local', 'state', 'zorkgpt'))
  })

  it('an empty ZORKGPT_HOME counts as unset, and a relative one begins at the working folder', () => {
    expect(homeFolder({ ZORKGPT_HOME: '' }, 'linux')).toBe(homeFolder({}, 'linux'))
    expect(homeFolder({ ZORKGPT_HOME: 'here' }, 'linux')).toBe(resolve('here'))
  })
})

describe('the path of an option', () => {
  it('begins at the working folder, or after a ~ at the home folder', () => {
    expect(readPath('--data', 'episodes', synced)).toBe(join(synced, 'episodes'))
    expect(readPath('--data', '~/episodes')).toBe(join(homedir(), 'episodes'))
    expect(readPath('--data', '~')).toBe(homedir())
    expect(readPath('--data', './~', synced)).toBe(join(synced, '~'))
    expect(readPath('--data', '~other', synced)).toBe(join(synced, '~other'))
  })

  it('is refused if it is relative and the working folder is gone', () => {
    vi.spyOn(process, 'cwd').mockImplementation(() => {
      throw new Error('ENOENT: no such file or directory, uv_cwd')
    })
    expect(readPath('--data', synced)).toBe(synced)
    expect(() => readPath('--data', 'episodes')).toThrow('--data is relative, and the current folder no longer exists.')
  })

  it('is null if the option is not given, and refused by its name if it is empty', () => {
    expect(readPath('--data', undefined)).toBeNull()
    expect(() => readPath('--data', '')).toThrow('--data is empty')
  })
})

describe('a data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'data-folder-')))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is made with the folders above it', async () => {
    await requireWritable(join(folder, 'a/b'))
    expect((await stat(join(folder, 'a/b'))).isDirectory()).toBe(true)
  })

  it('that is a file, or is below a file, is refused with the name of the file', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    for (const path of [file, join(file, 'a'), join(file, 'a/b')]) {
      const sentence = `The data folder ${path} cannot be used: ${file} is not a folder. Choose another with --data or the variable ZORKGPT_HOME.`
      await expect(makeDataFolder(path)).rejects.toMatchObject({ kind: 'bad_file', message: sentence })
    }
  })

  it('whose name the system does not allow is refused', async () => {
    await expect(makeDataFolder(join(folder, 'x'.repeat(5_000)))).rejects.toMatchObject({ kind: 'bad_file' })
    await expect(makeDataFolder(join(folder, 'a\0b'))).rejects.toMatchObject({ kind: 'bad_file' })
  })

  it.skipIf(process.platform !== 'linux')('where the system allows no folders is refused at once', async () => {
    await expect(makeDataFolder('/proc/nope/a')).rejects.toMatchObject({
      kind: 'bad_file',
      message: expect.stringContaining('the system does not allow folders there') as string,
    })
  })

  it.skipIf(MAY_WRITE !== '')(`that cannot be read is refused${MAY_WRITE}`, async () => {
    for (const rights of [0o000, 0o300, 0o600]) {
      await chmod(folder, rights)
      await expect(makeDataFolder(folder)).rejects.toMatchObject({
        kind: 'bad_file',
        message: expect.stringContaining('you may not look into it') as string,
      })
    }
    await chmod(folder, 0o700)
  })

  it.skipIf(MAY_WRITE !== '')(`that cannot be written can be viewed${MAY_WRITE}`, async () => {
    await chmod(folder, 0o500)
    await makeDataFolder(folder)
    await expect(requireWritable(folder)).rejects.toMatchObject({
      kind: 'bad_file',
      message: expect.stringContaining('you may not write there') as string,
    })
    const host = await openTestHost(folder)
    await expect(host.api.startEpisode({ game: 'glass-weather', player: 'explorer' })).rejects.toMatchObject({
      kind: 'bad_file',
    })
    await host.close()
    await chmod(folder, 0o700)
  })
})
