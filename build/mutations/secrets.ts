import type { PlantedBreak } from './planted-break'

const secrets = (name: string): string => `src-main/secrets/${name}`

export const SECRETS_BREAKS: readonly PlantedBreak[] = [
  {
    name: 'quoted-secrets-shown',
    file: secrets('secret-forms.ts'),
    tests: [secrets('secret-mask.test.ts')],
    means: 'a secret with a quotation mark is shown inside of JSON',
    find: '...jsonFormsOf(secret), ',
    put: '',
  },
  {
    name: 'secrets-in-keys-shown',
    file: secrets('secret-mask.ts'),
    means: 'a secret that stands as the name of a field is shown',
    find: '[this.text(key), this.#mask(entry)] as const',
    put: '[key, this.#mask(entry)] as const',
  },
  {
    name: 'overlapping-secrets-shown',
    file: secrets('secret-mask.ts'),
    means: 'of two secrets that overlap the rest of one is shown',
    find: 'Math.max(last.to, span.to)',
    put: 'last.to',
  },
  {
    name: 'split-secrets-shown',
    file: secrets('secret-mask.ts'),
    means: 'a secret that comes in two pieces is shown',
    find: 'const open = text.length - this.#openEnd(text)',
    put: 'const open = text.length',
  },
  {
    name: 'entered-secret-unknown',
    file: secrets('secrets.ts'),
    means: 'a secret that was just entered is not masked yet',
    find: '      mask.learn(value)\n      await store.set',
    put: '      await store.set',
  },
  {
    name: 'encoded-secrets-shown',
    file: secrets('secret-forms.ts'),
    means: 'a secret in base64, as in an Authorization header, is shown',
    tests: [secrets('secret-mask.test.ts')],
    find: ', ...encoded].flatMap(addressFormsOf)',
    put: '].flatMap(addressFormsOf)',
  },
]
