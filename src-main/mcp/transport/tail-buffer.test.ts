import { expect, it } from 'vitest'
import { maskSecrets } from '../launch/command-line'
import { TailBuffer } from './tail-buffer'

const secret = 'a-secret-of-the-server'

const tailOf = (maxBytes: number, ...chunks: readonly string[]) => {
  const buffer = new TailBuffer(maxBytes)
  for (const chunk of chunks) buffer.push(Buffer.from(chunk))
  return buffer.text((text) => maskSecrets(text, [secret]))
}

it('contains the last complete lines', () => {
  expect(tailOf(100, 'one\n', 'two')).toBe('one\ntwo')
  expect(tailOf(12, 'number one\r\ntwo\n', 'three')).toBe('two\nthree')
})

it('contains no part of a secret that was cut', () => {
  for (let max = 1; max < 60; max++) {
    expect(tailOf(max, `token ${secret}`, ` ${secret}\n`, 'it ended\n')).not.toMatch(/secret|server/)
  }
})

it('contains no part of a secret if a long first line is shortened', () => {
  for (let before = 8192 - secret.length; before < 8192; before++)
    expect(
      tailOf(10_000, '.'.repeat(9000), '.'.repeat(before) + secret, '.'.repeat(10_000 - before - secret.length)),
    ).not.toMatch(/secret|server/)
})
