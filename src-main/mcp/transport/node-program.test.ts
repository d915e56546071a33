import { expect, it } from 'vitest'
import { ownNode } from './node-program'

const execPath = '/Applications/ZorkGPT.app/Contents/MacOS/ZorkGPT'
const helperExecPath = '/Applications/ZorkGPT.app/Contents/Frameworks/ZorkGPT Helper.app/Contents/MacOS/ZorkGPT Helper'

it('ownNode is the helper of Electron on macOS, which shows no Dock tile', () => {
  expect(ownNode({ platform: 'darwin', execPath, helperExecPath })).toBe(helperExecPath)
})

it('ownNode is the running program in Node, in Electron that runs as Node, and on every other system', () => {
  expect(ownNode({ platform: 'darwin', execPath, helperExecPath: '' })).toBe(execPath)
  expect(ownNode({ platform: 'darwin', execPath })).toBe(execPath)
  expect(ownNode({ platform: 'linux', execPath, helperExecPath })).toBe(execPath)
  expect(ownNode({ platform: 'win32', execPath, helperExecPath })).toBe(execPath)
})
