import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLease } from './lease'
import { pathIn } from './plain-file'
import { withLock } from './with-lock'

/**
 * A program that competes with others for a lease in a folder. Each time it holds the lease, it prints `had`, or
 * `shared` if another live process holds it too. With a number N it increments a counter N times instead.
 */
const [folder = '', additions] = process.argv.slice(2)
if (additions === undefined) await contend()
else for (let left = Number(additions); left > 0; left--) await withLock(pathIn(folder, 'counter'), add)

async function contend(): Promise<never> {
  for (;;) {
    const lease = await acquireLease(pathIn(folder, 'marks', 'one'))
    if (lease) {
      process.stdout.write((await isAlone()) ? 'had\n' : 'shared\n')
      await sleep(Math.random() * 3)
      rmSync(`${folder}/inside`, { force: true })
      await lease.release()
    }
    await sleep(Math.random() * 2)
  }
}

/** The holder writes its number into a file. A killed process leaves the file, a live one removes it. */
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
