import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { listenToPerson } from './person'

it('no line is lost between two questions, and the input ends after the last', async () => {
  const input = new PassThrough()
  const person = listenToPerson(input)
  input.end('one\ntwo\n')
  expect([await person.nextLine(), await person.nextLine(), await person.nextLine(), await person.nextLine()]).toEqual([
    'one',
    'two',
    null,
    null,
  ])
})

it('a line answers the newest question, and a cancelled question takes no line', async () => {
  const input = new PassThrough()
  const person = listenToPerson(input)
  const over = new AbortController()
  const [first, second, third] = [person.nextLine(), person.nextLine(over.signal), person.nextLine()]
  input.write('for the third\n')
  expect(await third).toBe('for the third')
  over.abort()
  expect(await second).toBeNull()
  input.write('for the first\n')
  expect(await first).toBe('for the first')
  expect(await person.nextLine(over.signal)).toBeNull()
  person.close()
})
