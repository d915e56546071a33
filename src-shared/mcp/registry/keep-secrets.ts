import { freeSecretName, secretNameFor } from '../mcp-import'

/** Collects secret values under new names. `keep` stores a value and returns a reference to it. */
export function keepSecrets(server: string, taken: readonly string[]) {
  const names = new Set(taken)
  const secrets: { readonly name: string; readonly value: string }[] = []
  const keep = (title: string, value: string): string => {
    if (value.includes('${secret:')) return value
    const name = freeSecretName(names, secretNameFor(server, title))
    names.add(name)
    secrets.push({ name, value })
    return `\${secret:${name}}`
  }
  return { keep, secrets }
}
