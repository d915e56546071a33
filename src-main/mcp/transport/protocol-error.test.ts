import { expect, it } from 'vitest'
import { SecretMask } from '../../secrets/secret-mask'
import { describeError } from './protocol-error'

it('a long error that is cut within a secret shows no part of it', () => {
  const secret = 'a-secret-of-the-server'
  const mask = new SecretMask()
  mask.learn(secret)
  for (let place = 3960; place < 4010; place++) {
    const described = describeError(new Error('.'.repeat(place) + secret + '.'.repeat(500)), mask)
    expect(described).not.toContain('a-secret')
    expect(described.length).toBeLessThan(4100)
  }
})
