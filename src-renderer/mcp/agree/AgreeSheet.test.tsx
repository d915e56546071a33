import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { McpProgram } from '@shared/contract/mcp'
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
  it('is answered by one button for one program', () => {
    const answers = ask(program('a'))
    expect(screen.queryByRole('checkbox')).toBeNull()
    press('Agree and start')
    press('Start without it')
    press('Cancel')
    expect(answers).toEqual([['f-a'], [], null])
  })

  it('is answered per program for several, all initially off', () => {
    const answers = ask(program('a'), program('b'), program('c'))
    press('Agree to 0 of 3 and start')
    expect(answers).toEqual([])
    expect(
      screen.getByRole('button', { name: 'Agree to 0 of 3 and start', description: 'Select at least one server' }),
    ).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Allow “c” to run this' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Allow “a” to run this' }))
    press('Agree to 2 of 3 and start')
    press('Start without them')
    expect(answers).toEqual([['f-a', 'f-c'], []])
  })

  it('offers no agreement to a program that was not found', () => {
    const missing = program('gone', { file: null, fault: "'gone' was not found" })
    const answers = ask(missing)
    press('Agree and start')
    press('Start without it')
    cleanup()
    ask(missing, program('a'))
    expect(screen.getAllByRole('checkbox')).toEqual([screen.getByRole('checkbox', { name: 'Allow “a” to run this' })])
    expect(answers).toEqual([[]])
  })

  it('names a connection for a remote server, and no program', () => {
    ask(remote('far'))
    const { textContent } = screen.getByRole('dialog', { name: 'Connect to a new server?' })
    expect(textContent).toContain('This episode would connect to a server that you have not agreed to')
    expect(textContent).not.toMatch(/program|run|rights/)
  })

  it('names program and connection if both occur', () => {
    ask(program('near'), remote('far'))
    expect(screen.getByRole('dialog', { name: 'Use new servers?' })).toBeTruthy()
    expect(screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent)).toEqual([
      'Allow “near” to run this',
      'Allow connections to “far”',
    ])
  })
})
