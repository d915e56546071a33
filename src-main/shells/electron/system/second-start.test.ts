import { expect, it } from 'vitest'
import { unusedOptions } from './second-start'

const none = { dataFolder: null, configFile: null, mcpConfigFile: null }

it('a second start without options, or with those of the first, has no unused option', () => {
  expect(unusedOptions(none, none)).toEqual([])
  expect(unusedOptions({ ...none, dataFolder: '/a' }, none)).toEqual([])
  expect(unusedOptions({ ...none, dataFolder: '/a' }, { ...none, dataFolder: '/a' })).toEqual([])
})

it('a second start reports folders and files other than those of the running app', () => {
  const second = { dataFolder: '/b', configFile: '/c.toml', mcpConfigFile: '/m.json' }
  expect(unusedOptions({ ...none, dataFolder: '/a' }, second)).toEqual(['--data', '--config', '--mcp-config'])
})
