import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/scripts/outputs.mjs'
import { expect, region, test, useApp } from '../kit/launch-app'

const hostile =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>[click](javascript:window.hacked=1)'

/** A real episode whose texts are replaced by those of a hostile story, model or tool. */
const app = useApp({
  prepare(dataFolder) {
    execFileSync(
      process.execPath,
      [
        join(root, 'out/main/cli.js'),
        ...'play --game glass-weather --player explorer --turns 3 --data'.split(' '),
        dataFolder,
        '--json',
      ],
      { stdio: 'ignore' },
    )
    const [episode = ''] = readdirSync(dataFolder).filter((name) => !name.startsWith('.'))
    const file = join(dataFolder, episode, 'events.jsonl')
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(
      file,
      lines
        .map((line) =>
          line.replace(
            /"(text|reasoning|thought|content)":"(?:[^"\\]|\\.)*"/g,
            (_whole, key) => `"${String(key)}":${JSON.stringify(hostile)}`,
          ),
        )
        .join('\n'),
    )
  },
})

test('hostile text is shown as text', async () => {
  const { page } = app()
  await region(page, 'Episodes').getByRole('link').click()
  await expect(region(page, 'Story')).toContainText('onerror="window.hacked=1"')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.locator('img[src="x"], a[href^="javascript:"]').count()).toBe(0)
})
