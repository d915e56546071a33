import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { readArguments } from '../command/arguments'

const root = resolve(import.meta.dirname, '../../../..')

it.each(['compose.yaml', 'kubernetes.yaml'])('%s gives a worker only options that exist', (recipe) => {
  const text = readFileSync(join(root, 'examples/cluster', recipe), 'utf8')
  const [, list = ''] = /\[(experiment, worker[^\]]*)\]/.exec(text) ?? []
  const args = list.split(', ').map((word) => word.replaceAll("'", ''))
  expect(args.slice(0, 2)).toEqual(['experiment', 'worker'])
  expect(() => readArguments('experiment', args.slice(1), 2)).not.toThrow()
  const [, user] = /useradd --uid (\d+)/.exec(readFileSync(join(root, 'examples/cluster/Dockerfile'), 'utf8')) ?? []
  expect(/runAsUser: (\d+)/.exec(text)?.[1] ?? user).toBe(user)
  expect(text).not.toMatch(/(PASSWORD|SECRET\w*|KEY): *[a-z0-9]{9}/i)
})
