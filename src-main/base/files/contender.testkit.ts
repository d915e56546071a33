import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLease } from './lease'
import { pathIn } from './plain-file'
import { withLock } from './with-lock'

/**
 * A program that contends with others of its kind for a mark in a folder, and prints a line each time it had it: `had`,
 * or `shared` if another one that lives had it too. With a number it adds one to a counter so many times instead.
 */
const [folder = '', additions] = process.argv.slice(2)
if (additions === undefined) await contend()
else for (let left = Number(additions); left > 0; left--) await withLock(pathIn(folder, 'counter'), add)

async function contend(): Promise<never> {
  for (;;) {
    const mark = await acquireLease(pathIn(folder, 'marks', 'one'))
    if (mark) {
      process.stdout.write((await isAlone()) ? 'had\n' : 'shared\n')
      await sleep(Math.random() * 3)
      rmSync(`${folder}/inside`, { force: true })
      await mark.release()
    }
    await sleep(Math.random() * 2)
  }
}

/** Whoever has the mark says so in a file. Of one that was killed it stays, and of one that lives it does not. */
async function isAlone(): Promise<boolean> {
  const inside = `${folder}/inside`
  try {
    writeFileSync(inside, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const other = readFileSync(inside, 'utf8')
    await sleep(50)
    if (!existsSync(inside) || readFileSync(inside, 'utf8') !== other) return false
    writeFileSync(inside, String(process.pid))
    return true
  }
}

async function add(): Promise<void> {
  const count = Number(readFileSync(`${folder}/counter`, 'utf8'))
  await sleep(Math.random())
  writeFileSync(`${folder}/counter`, String(count + 1))
}
