import { describe, expect, it } from 'vitest'
import { formatClock, formatCost, formatDateTime, formatExactCost } from './format'

describe('a cost', () => {
  it('has two decimals from one dollar on, four below', () => {
    expect([9.6342, 1234.5, 0.1234, 0.00045, 0].map(formatCost)).toEqual([
      '$9.63',
      '$1,234.50',
      '$0.1234',
      '$0.0005',
      '$0.00',
    ])
  })

  it('is exact for a single call', () => {
    expect([1.23456, 0.00004215].map(formatExactCost)).toEqual(['$1.23456', '$0.00004215'])
  })
})

it('a time of day has the same format with and without date', () => {
  const at = new Date(2026, 2, 2, 0, 5).toISOString()
  expect([formatDateTime(at), formatClock(at)]).toEqual(['Mar 2, 2026, 00:05', '00:05:00'])
})
