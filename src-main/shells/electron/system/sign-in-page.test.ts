import { expect, it } from 'vitest'
import { signInPages } from './sign-in-page'

it('the page of a sign-in is opened only at an https address, or on this computer', async () => {
  const opened: string[] = []
  const open = signInPages(async (address) => void opened.push(address))
  await open('https://auth.example/authorize?a=b')
  await open('http://127.0.0.1:8080/authorize')
  for (const address of ['http://auth.example/', 'file:///bin/sh', 'javascript:alert(1)', 'zorkgpt://episode/a', 'sh'])
    await expect(open(address)).rejects.toThrow('only at an https address')
  expect(opened).toEqual(['https://auth.example/authorize?a=b', 'http://127.0.0.1:8080/authorize'])
})
