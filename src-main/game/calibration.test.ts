import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEnvironment } from './environment'

const LIBRARY = '/usr/share/inform6/library'
const HAS_INFORM = existsSync(LIBRARY) && spawnSync('inform6', ['-h']).error === undefined

/** Begins with a key and a question, in a boat, in the dark, shows no score, and ends badly. */
const SOURCE = `
Constant Story "DARK";
Constant Headline "^A test of beginnings.^";
Constant NO_SCORE 0;
Include "Parser";
Include "VerbLib";
Object cave "Deep Cave" with description "A cave.", e_to hall;
Object boat "boat" cave with name 'boat', has enterable container open static;
Object -> torch "torch" with name 'torch', before [; SwitchOn: give self light; ], has switchable;
Object hall "Hall" with description "A hall.", w_to cave, has light;
Object -> box "box" with name 'box' has container openable;
Object -> -> coin "coin" with name 'coin';
Object bomb "bomb" hall with name 'bomb', before [; Push: deadflag = 1; "It goes off."; Pull: deadflag = 2; "It was a cake."; ];
[ Initialise k; print "Press any key."; @read_char 1 -> k; print "^Do you want help? "; if (YesOrNo()) print "There is none.^"; location = boat; ];
Include "Grammar";
`

describe.skipIf(!HAS_INFORM)(`a story with an awkward beginning${HAS_INFORM ? '' : ' (skipped: inform6 and its library are not installed)'}`, () => {
  let folder = ''
  let story = new Uint8Array()
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zorkgpt-inform-'))
    writeFileSync(join(folder, 'dark.inf'), SOURCE)
    spawnSync('inform6', [`+include_path=${LIBRARY}`, '-v5', 'dark.inf', 'dark.z5'], { cwd: folder })
    story = new Uint8Array(readFileSync(join(folder, 'dark.z5')))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  function play(commands: readonly string[]) {
    const environment = openEnvironment(story, 'app')
    environment.reset({ seed: 1 })
    for (const command of ['', 'no', ...commands]) environment.step(command)
    return environment
  }

  it('finds room and player in a boat in the dark, and no score where there is none', () => {
    const environment = play([])
    expect([environment.getRoom()?.name, environment.getPlayerLocation()?.name]).toEqual(['Deep Cave', 'boat'])
    expect(environment.support).toMatchObject({ player: 'inferred', room: 'inferred', score: 'none', moves: 'inferred' })
    expect([environment.getScore(), environment.getMaxScore(), environment.getMoves()]).toEqual([null, null, 0])
  })

  it('sees into what is open and in the light', () => {
    const seen = (commands: readonly string[]) => play(commands).getVisibleObjects()?.map(({ name }) => name)
    expect(seen(['e'])).toEqual(expect.arrayContaining(['box', 'bomb']))
    expect(seen(['e'])).not.toContain('coin')
    expect(seen(['e', 'open box'])).toContain('coin')
    expect(seen(['e', 'w'])).toEqual([])
    expect(seen(['turn on torch'])).toEqual([])
  })

  it('a question is no end, and the menu after a death or a victory is', () => {
    const asked = play(['e', 'quit'])
    expect([asked.gameOver(), asked.victory()]).toEqual([false, false])
    const dead = play(['e', 'push bomb'])
    expect([dead.gameOver(), dead.victory(), dead.emulatorHalted()]).toEqual([true, false, false])
    const won = play(['e', 'pull bomb'])
    expect([won.gameOver(), won.victory()]).toEqual([true, true])
  })
})
