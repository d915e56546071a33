import { expect, it } from 'vitest'
import { maskSecrets } from '../launch/command-line'
import { TailBuffer } from './tail-buffer'

const tailOf = (maxBytes: number, ...chunks: readonly string[]) => {
  const buffer = new TailBuffer(maxBytes)
  for (const chunk of chunks) buffer.push(Buffer.from(chunk))
  return buffer.text()
}

it('holds the last whole lines', () => {
  expect(tailOf(100, 'one\n', 'two')).toBe('one\ntwo')
  expect(tailOf(12, 'number one\r\ntwo\n', 'three')).toBe('two\nthree')
})

it('holds nothing of a secret that was cut', () => {
  const secret = 'a-secret-of-the-server'
  for (let max = 1; max < 60; max++) {
    const tail = tailOf(max, `token ${secret}`, ` ${secret}\n`, 'it ended\n')
    expect(maskSecrets(tail, [secret])).not.toMatch(/secret|server/)
  }
})
