import { expect, it } from 'vitest'
import { signInPages } from './sign-in-page'

it('the page of a sign-in is opened only at an https address, or on this computer', async () => {
  const opened: string[] = []
  const open = signInPages(
    async (address) => void opened.push(address),
    () => 0,
  )
  await open('https://auth.example/authorize?a=b')
  await open('http://127.0.0.1:8080/authorize')
  for (const address of ['http://auth.example/', 'file:///bin/sh', 'javascript:alert(1)', 'zorkgpt://episode/a', 'sh'])
    await expect(open(address)).rejects.toThrow('only at an https address')
  expect(opened).toEqual(['https://auth.example/authorize?a=b', 'http://127.0.0.1:8080/authorize'])
})

it('a page that asks again and again opens five pages a minute', async () => {
  let opened = 0
  let now = 0
  const open = signInPages(
    async () => void opened++,
    () => now,
  )
  const ask = () => open('https://auth.example/').catch((error: unknown) => error)
  for (let asked = 0; asked < 20; asked++) await ask()
  expect(opened).toBe(5)
  expect(await ask()).toMatchObject({ message: 'Too many sign-ins were opened within a minute.' })
  now = 60_000
  await ask()
  expect(opened).toBe(6)
})
