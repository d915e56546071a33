import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { homeFolder, machineFolder } from './data-folder'

const PLATFORMS = ['linux', 'darwin', 'win32'] as const
const env = { APPDATA: 'C:/Users/me/Roaming', LOCALAPPDATA: 'C:/Users/me/Local' }

describe('where the product keeps what it writes', () => {
  it.each(PLATFORMS)('on %s what holds on this machine alone stays where it is when the home is moved to a synced folder', (platform) => {
    expect(homeFolder({ ...env, ZORKGPT_HOME: '/synced' }, platform)).toBe('/synced')
    expect(machineFolder({ ...env, ZORKGPT_HOME: '/synced' }, platform)).toBe(machineFolder(env, platform))
  })

  it('on Windows it does not roam with the profile', () => {
    expect(machineFolder(env, 'win32')).toBe(join('C:/Users/me/Local', 'ZorkGPT'))
  })

  it.each(PLATFORMS)('on %s it goes with the state of programs', (platform) => {
    expect(machineFolder({ ...env, XDG_STATE_HOME: '/state' }, platform)).toBe(join('/state', 'zorkgpt'))
  })
})
