import { describe, expect, it } from 'vitest'
import { NO_PAUSE_RULES } from '@shared/episode/projections/pause-rules'
import { readRun } from './run-options'

const memory = { presets: [], defaults: { game: 'glass-weather', player: 'explorer' } } as const
const read = (list: string) => readRun({ 'pause-on': list }, memory).pauseRules

describe('--pause-on', () => {
  it('takes the names of the table [pause] in zorkgpt.toml, and other reasons do not pause', () => {
    expect(read('score_change, died,turns_without_score=7,cost_usd=0.5')).toEqual({
      ...NO_PAUSE_RULES,
      score_change: true,
      died: true,
      turns_without_score: 7,
      cost_usd: 0.5,
    })
    expect(read('')).toEqual(NO_PAUSE_RULES)
  })

  it('takes the names of earlier versions', () => {
    expect(read('tool,score,location,death,repeat,stuck=25,cost=2')).toEqual({
      tool_error: true,
      score_change: true,
      new_location: true,
      died: true,
      repeated_action: true,
      turns_without_score: 25,
      cost_usd: 2,
    })
  })

  it.each([
    'rain',
    'died=1',
    'cost_usd',
    'cost_usd=0',
    'cost_usd=',
    'stuck=2.5',
    'turns_without_score=-1',
    '__proto__',
  ])('refuses %s, and names the accepted values', (part) => {
    expect(() => read(part)).toThrow(
      `--pause-on has "${part}". It must be a list, separated by commas, of: tool_error, score_change, new_location, died, repeated_action, turns_without_score=NUMBER, cost_usd=NUMBER.`,
    )
  })
})
