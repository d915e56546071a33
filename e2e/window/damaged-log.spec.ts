import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { expectAccessible } from '../kit/accessibility'
import { button, expect, region, test, useApp } from '../kit/launch-app'

const logOf = (dataFolder: string, episode: string) => join(dataFolder, episode, 'events.jsonl')
let episode = ''

const app = useApp({
  prepare(dataFolder) {
    const play = [...'play --game glass-weather --player explorer --turns 12 --no-mcp --data'.split(' '), dataFolder]
    execFileSync(process.execPath, [join(root, 'out/main/cli.js'), ...play], { stdio: 'ignore' })
    episode = readdirSync(dataFolder).find((name) => name.includes('glass-weather')) ?? ''
    const damaged = readFileSync(logOf(dataFolder, episode), 'utf8').replace(
      '"action_chosen","turn":8',
      '"action_ch?sen","turn":8',
    )
    writeFileSync(logOf(dataFolder, episode), damaged)
    mkdirSync(join(dataFolder, 'My episode (copy)'))
    writeFileSync(logOf(dataFolder, 'My episode (copy)'), damaged)
  },
})

test('a damaged log is shown up to the damage, and continues from there while the old log is kept', async () => {
  const { page, dataFolder, pageErrors } = app()
  const damaged = readFileSync(logOf(dataFolder, episode), 'utf8')
  await region(page, 'Episodes').getByRole('link').click()
  const strip = page.getByRole('alert').filter({ hasText: 'is damaged' })
  await expect(strip).toContainText('there is no event "action_ch?sen"')
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 7' })).toBeInViewport()
  await expect(region(page, 'Episodes')).toContainText('1 folder is not listed: “My episode (copy)”.')
  await expectAccessible(page)
  await button(page, 'Resume from turn 7').click()
  await expect(strip).toHaveCount(0)
  await expect(region(page, 'Story').getByRole('article', { name: 'Turn 12' })).toBeInViewport()
  const [kept = ''] = readdirSync(join(dataFolder, episode)).filter((name) => name.startsWith('events.damaged-'))
  expect(readFileSync(join(dataFolder, episode, kept), 'utf8')).toBe(damaged)
  expect(pageErrors).toEqual([])
})
