import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { ALL_BREAKS } from './list'
import { plant } from './planted-break'

const root = resolve(import.meta.dirname, '../..')

it('every planted mistake still finds its place, once, and changes it', () => {
  const stale = ALL_BREAKS.flatMap((planted) => {
    try {
      const source = readFileSync(join(root, planted.file), 'utf8')
      return plant(planted, source) === source ? [`${planted.name} changes nothing`] : []
    } catch (error) {
      return [(error as Error).message]
    }
  })
  expect(stale).toEqual([])
})

it('no two planted mistakes have one name', () => {
  const names = ALL_BREAKS.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
