import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { openClient } from './open-client.testkit'

/** Continues a state file that is cut off at each end of a line, and at each `step`th other place. */
export async function continueTornStates(folder: string, step: number): Promise<void> {
  const torn = join(folder, 'torn.jsonl')
  const one = await openClient({ TEXT_ADVENTURE_STATE: torn })
  await one.play('look', 'wait')
  await one.close()
  const whole = readFileSync(torn)
  const first = whole.indexOf(10) + 1
  const said: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  for (let cut = 0; cut <= whole.length; cut++) {
    const isEnd = whole[cut] === 10 || whole[cut - 1] === 10
    if (!isEnd && cut % step !== 0) continue
    writeFileSync(torn, whole.subarray(0, cut))
    const { call, close } = await openClient({ TEXT_ADVENTURE_STATE: torn })
    expect(await call('memory'), `cut at ${cut}`).toMatchObject({
      isError: false,
      structured: { moves: cut < first ? 0 : whole.subarray(first, cut).filter((byte) => byte === 10).length },
    })
    expect(said.splice(0), `cut at ${cut}`).toEqual(
      cut < first || whole[cut - 1] === 10
        ? []
        : [`The last line of the state file ${torn} was cut off and is left out: the game continues from before it.\n`],
    )
    await close()
  }
  stderr.mockRestore()
}
