import type { McpProgram } from '@shared/contract/mcp'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { AgreedFingerprints } from '../../session/connection/agreement'
import { connectTo, forgetHost } from '../../session/connection/connection.testkit'
import { AgreeSheet } from './AgreeSheet'

afterEach(() => {
  cleanup()
  forgetHost()
})

const program = (server: string, over: Partial<McpProgram> = {}): McpProgram => ({
  server,
  isRemote: false,
  configFile: '/mcp.json',
  line: `/bin/${server}`,
  variables: [],
  envFile: null,
  file: `/bin/${server}`,
  folder: '/',
  folderIsMissing: false,
  fault: null,
  unagreed: `f-${server}`,
  agreed: null,
  ...over,
})
const remote = (server: string) =>
  program(server, { isRemote: true, line: `https://${server}.example.org/mcp`, file: null, folder: null })

function ask(...programs: readonly McpProgram[]) {
  connectTo()
  const answers: AgreedFingerprints[] = []
  render(<AgreeSheet programs={programs} onAnswer={(answer) => answers.push(answer)} />)
  return answers
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the question about new programs', () => {
  it('of one is answered by one button', () => {
    const answers = ask(program('a'))
    expect(screen.queryByRole('checkbox')).toBeNull()
    press('Agree and start with it')
    press('Start without it')
    press('Cancel')
    expect(answers).toEqual([['f-a'], [], null])
  })

  it('of several is answered for each: nothing is ticked to begin with', () => {
    const answers = ask(program('a'), program('b'), program('c'))
    press('Agree and start with 0 of 3')
    expect(answers).toEqual([])
    expect(
      screen.getByRole('button', { name: 'Agree and start with 0 of 3', description: 'Tick what may be used' }),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Let “c” run this' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Let “a” run this' }))
    press('Agree and start with 2 of 3')
    press('Start without them')
    expect(answers).toEqual([['f-a', 'f-c'], []])
  })

  it('offers no agreement to a program that was not found: what would run is not known', () => {
    const missing = program('gone', { file: null, fault: "'gone' was not found" })
    const answers = ask(missing)
    press('Agree and start with it')
    press('Start without it')
    cleanup()
    ask(missing, program('a'))
    expect(screen.getAllByRole('checkbox')).toEqual([screen.getByRole('checkbox', { name: 'Let “a” run this' })])
    expect(answers).toEqual([[]])
  })

  it('of a server over the network says that it is connected to: nothing runs here', () => {
    ask(remote('far'))
    const { textContent } = screen.getByRole('dialog', { name: 'Connect to a new server?' })
    expect(textContent).toContain('This episode would connect to a server that nobody has agreed to')
    expect(textContent).not.toMatch(/program|run|rights/)
  })

  it('of both kinds says of each what it would do', () => {
    ask(program('near'), remote('far'))
    expect(screen.getByRole('dialog', { name: 'Use new servers?' })).toBeTruthy()
    expect(screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual([
      'Let “near” run this',
      'Let “far” be connected to',
    ])
  })
})
