import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { StrayKeysSheet } from './StrayKeysSheet'

afterEach(() => {
  cleanup()
  forgetHost()
})

const stray = {
  address: 'https://models.example.org/v1/\u202eknab',
  keys: [
    { name: 'OPENAI_API_KEY', givenFor: ['https://api.openai.com/v1'] },
    { name: 'LAMP_KEY', givenFor: [] },
  ],
}

function ask() {
  connectTo()
  const answers: boolean[] = []
  render(<StrayKeysSheet stray={stray} onAnswer={(answer) => answers.push(answer)} />)
  return answers
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('the question names the key, its addresses and the recipient, with hidden characters visible', () => {
  ask()
  const text = screen.getByRole('dialog').textContent
  for (const part of [
    'OPENAI_API_KEY',
    'https://api.openai.com/v1',
    'LAMP_KEY',
    String.raw`https://models.example.org/v1/\u{202e}knab`,
  ])
    expect(text).toContain(part)
})

it('the question is answered by a button, and Cancel sends nothing', () => {
  const answers = ask()
  press('Send keys')
  press('Cancel')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  expect(answers.slice(0, 2)).toEqual([true, false])
})
