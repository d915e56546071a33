import { describe, expect, it } from 'vitest'
import { TakenOver } from '../../agent/logged-call'
import { Controls, RunStopped } from './controls'

/** A run that only passes gates, with turns of two iterations. Its trace lists the gates passed and the pauses. */
function trace(controlled: (controls: Controls) => void) {
  const passed: string[] = []
  const controls = new Controls((mode, reason) => {
    if (mode === 'paused') passed.push(`paused: ${reason}`)
  })
  controlled(controls)
  const run = async () => {
    for (let turn = 1; turn <= 4; turn++) {
      await controls.pass('turn')
      passed.push(`turn ${turn}`)
      for (const iteration of [1, 2]) {
        await controls.pass('iteration')
        passed.push(`${turn}.${iteration}`)
      }
    }
  }
  const finished = run().catch((error: unknown) => error)
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { controls, passed, finished, settle }
}

describe('Controls', () => {
  it('let a run play freely by default', async () => {
    const { passed, finished } = trace(() => undefined)
    await finished
    expect(passed).toHaveLength(12)
  })

  it('pause before the first turn when the episode starts paused, and step one turn at a time', async () => {
    const { controls, passed, settle } = trace((controls) => controls.command('pause'))
    await settle()
    expect(passed).toEqual(['paused: Paused by the user'])
    controls.command('step_turn')
    await settle()
    expect(passed.slice(1)).toEqual(['turn 1', '1.1', '1.2', 'paused: Paused after one step'])
    controls.command('step_turn')
    await settle()
    expect(passed.slice(5)).toEqual(['turn 2', '2.1', '2.2', 'paused: Paused after one step'])
    controls.abort(new RunStopped(true))
  })

  it('step one iteration at a time, and stop after the last of a turn', async () => {
    const { controls, passed, settle } = trace((controls) => controls.command('pause'))
    const stepped: string[][] = []
    for (let step = 0; step < 3; step++) {
      await settle()
      const before = passed.length
      controls.command('step_iteration')
      await settle()
      stepped.push(passed.slice(before, -1))
    }
    expect(stepped).toEqual([['turn 1', '1.1'], ['1.2'], ['turn 2', '2.1']])
    controls.abort(new RunStopped(true))
  })

  it('finish the turn when a turn step is requested in its middle', async () => {
    const { controls, passed, settle } = trace((controls) => controls.command('pause'))
    await settle()
    controls.command('step_iteration')
    await settle()
    controls.command('step_turn')
    await settle()
    expect(passed.slice(-2)).toEqual(['1.2', 'paused: Paused after one step'])
    controls.abort(new RunStopped(true))
  })

  it('continue when resumed, and pause again', async () => {
    const { controls, passed, settle, finished } = trace((controls) => controls.command('pause'))
    await settle()
    controls.command('resume')
    await finished
    expect(passed).toHaveLength(13)
    expect(controls.mode).toBe('running')
    await settle()
  })

  it('end a waiting run when it is stopped, and record who stopped it', async () => {
    const stopped = trace((controls) => controls.command('pause'))
    await stopped.settle()
    stopped.controls.command('stop')
    expect(await stopped.finished).toMatchObject({ ended: true })
    const suspended = trace((controls) => controls.command('pause'))
    await suspended.settle()
    suspended.controls.abort(new RunStopped(false))
    expect(await suspended.finished).toBeInstanceOf(RunStopped)
    expect(await suspended.finished).toMatchObject({ ended: false })
  })

  it('end an iteration step that is requested during a call after that call', async () => {
    const controls = new Controls(() => undefined)
    await controls.pass('turn')
    await controls.pass('iteration')
    controls.command('step_iteration')
    const passed: string[] = []
    const next = controls.pass('iteration').then(
      () => passed.push('next'),
      () => passed.push('aborted'),
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(passed).toEqual([])
    controls.abort(new RunStopped(true))
    await next
    expect(passed).toEqual(['aborted'])
  })

  it('change nothing after the run was stopped', () => {
    const modes: string[] = []
    const controls = new Controls((mode) => modes.push(mode))
    for (const command of ['stop', 'pause', 'resume', 'step_turn', 'cancel_call'] as const) controls.command(command)
    expect(modes).toEqual(['stopping'])
  })

  it('let a run continue to a turn that a person takes over, then pause it again', async () => {
    const { controls, passed, settle } = trace((controls) => controls.command('pause'))
    await settle()
    controls.takeOver(true)
    await settle()
    // The trace makes calls in a person's turn too, and these abort.
    expect(controls.turnSignal.reason).toBeInstanceOf(TakenOver)
    expect(passed).toEqual(['paused: Paused by the user', 'turn 1'])
    controls.abort(new RunStopped(true))
  })

  it('play a person’s action before a reason to pause, then pause', async () => {
    const controls = new Controls(() => undefined)
    controls.takeOver(false)
    await controls.pass('turn', 'Paused: the score changed')
    expect([controls.mode, controls.turnSignal.aborted]).toEqual(['pausing', true])
    controls.handBack()
    expect(controls.turnSignal.aborted).toBe(false)
    void controls.pass('turn').catch(() => undefined)
    expect([controls.mode, controls.held]).toEqual(['paused', 'turn'])
    controls.abort(new RunStopped(true))
  })
})
