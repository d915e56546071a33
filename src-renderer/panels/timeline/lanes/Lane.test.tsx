import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { WHOLE } from '../axis/axis'
import { Lane } from './Lane'

afterEach(cleanup)

it('draws low bars for a recording without times', () => {
  const scale = { width: 412, last: 3, places: null, sight: WHOLE }
  const { container } = render(<Lane look="latency" values={[0, 0, 0, 0]} scale={scale} here={3} />)
  const path = container.querySelector('path')?.getAttribute('d') ?? ''
  expect(path).not.toContain('NaN')
  expect(path.match(/v-[\d.]+/g)).toEqual(['v-1.0', 'v-1.0', 'v-1.0', 'v-1.0'])
})
