import { describe, expect, it } from 'vitest'
import { environmentSecrets, memorySecrets } from './secret-store'
import { openSecrets } from './secrets'

describe('secrets', () => {
  it('come from the store, then from ZORKGPT_SECRET_NAME, then from the variable of their name', async () => {
    const store = memorySecrets()
    const secrets = openSecrets(store, { ZORKGPT_SECRET_TOKEN: 'second', TOKEN: 'third', OTHER: 'by its name' }, [])
    await store.set('TOKEN', 'first')
    expect(secrets.read('TOKEN')).toBe('first')
    await secrets.delete('TOKEN')
    expect(secrets.read('TOKEN')).toBe('second')
    expect(secrets.read('OTHER')).toBe('by its name')
    expect(secrets.read('NONE')).toBeNull()
  })

  it('are listed by name, including those of the environment and the well-known keys', async () => {
    const secrets = openSecrets(memorySecrets(), { ZORKGPT_SECRET_B: 'bbbb', OPENAI_API_KEY: 'sk-1', HOME: '/' }, [
      'OPENAI_API_KEY',
      'GEMINI_API_KEY',
    ])
    await secrets.set('A', 'aaaa')
    expect(secrets.list()).toMatchObject({
      names: ['A', 'B', 'OPENAI_API_KEY'],
      backend: { kind: 'memory', persistent: false },
    })
  })

  it('of the app itself are neither listed nor found by a reference, and are kept in memory if the store is read-only', async () => {
    const secrets = openSecrets(memorySecrets(), {}, [])
    await secrets.own.set('a', 'token of a')
    expect(secrets.own.get('a')).toBe('token of a')
    expect(secrets.list().names).toEqual([])
    expect(secrets.read('a')).toBeNull()
    await secrets.own.delete('a')
    expect(secrets.own.get('a')).toBeNull()

    const atTerminal = openSecrets(environmentSecrets(), {}, [])
    await atTerminal.own.set('a', 'token of a')
    expect(atTerminal.own.get('a')).toBe('token of a')
  })

  it('are masked once read, except placeholders', () => {
    const secrets = openSecrets(
      memorySecrets(),
      { ZORKGPT_SECRET_PIN: '0815', ZORKGPT_SECRET_LETTER: 'a', OPENAI_API_KEY: 'none', TOKEN: 'long-enough' },
      [],
    )
    for (const name of ['PIN', 'LETTER', 'OPENAI_API_KEY', 'TOKEN']) secrets.read(name)
    expect(secrets.mask.text('0815 a none long-enough')).toBe('••• a none •••')
  })

  it('are masked as soon as they are entered', async () => {
    const secrets = openSecrets(memorySecrets(), {}, [])
    await secrets.set('TOKEN', 'just-entered')
    expect(secrets.mask.text('it is just-entered')).toBe('it is •••')
  })

  it('are found by the name of their source, except placeholders', () => {
    const secrets = openSecrets(
      memorySecrets(),
      { ZORKGPT_SECRET_PIN: '0815', OPENAI_API_KEY: 'none', TOKEN: 'long-enough' },
      [],
    )
    expect(secrets.find('PIN')).toBe('PIN')
    expect(secrets.find('GENERIC_API_KEY', 'TOKEN')).toBe('TOKEN')
    expect(secrets.find('GENERIC_API_KEY', 'OPENAI_API_KEY')).toBeNull()
    expect(secrets.find('NONE')).toBeNull()
  })

  it('of the terminal cannot be set, and the error names the variable', async () => {
    const secrets = openSecrets(environmentSecrets(), {}, [])
    const refusal: unknown = await secrets.set('TOKEN', 'value').catch((error: unknown) => error)
    expect(String(refusal)).toMatch(/ZORKGPT_SECRET_TOKEN/)
    expect(String(refusal)).not.toMatch(/value/)
  })
})
