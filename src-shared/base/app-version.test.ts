import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { APP_VERSION } from './app-version'

it('the version of the app is that of the package', () => {
  expect(JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'))).toMatchObject({
    version: APP_VERSION,
  })
})
