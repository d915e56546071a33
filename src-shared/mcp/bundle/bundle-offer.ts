import type { FieldInput, FormField } from '../../base/form/form-field'
import { visibleLine } from '../../base/visible-text'
import { referencesIn } from '../mcp-expansion'
import { typedIn } from '../registry/input-fields'
import { keepSecrets } from '../registry/keep-secrets'
import type { Offer } from '../registry/offer'
import type { BundleManifest, UserOption } from './manifest'

/** The place where a bundle is unpacked, and values that its manifest may refer to. */
export interface BundlePlace {
  readonly folder: string
  /** A value of `process.platform`. */
  readonly platform: string
  readonly home: string
  readonly separator: string
}

type Program = NonNullable<BundleManifest['server']['mcp_config']>

/** The bundle as an offer: its program with a person's answers. */
export function offerBundle(manifest: BundleManifest, place: BundlePlace): Offer {
  const { server, user_config: options } = manifest
  const program = programOf(server.mcp_config, place.platform)
  return {
    label: `${manifest.name} ${manifest.version}`,
    refused: whyRefused(manifest, program, place),
    notes: program && !isUsual(program.command) ? [notOfBundle(program.command)] : [],
    fields: Object.entries(options).map(([name, option]) => fieldOf(name, option, place)),
    write(answers, name, secretNames) {
      const { keep, secrets } = keepSecrets(name, secretNames)
      const valuesOf = (key: string): readonly string[] => {
        const option = Object.hasOwn(options, key) ? options[key] : undefined
        return typedIn(answers, key).map((text) => (option?.sensitive ? keep(key, text) : text))
      }
      const fill = (text: string) => expand(text, place, valuesOf)
      const env = Object.fromEntries(
        Object.entries(program?.env ?? {}).flatMap(([key, text]) => {
          const [value] = fill(text)
          return value === undefined ? [] : [[key, value] as const]
        }),
      )
      const [command = ''] = program ? fill(program.command) : []
      const args = (program?.args ?? []).flatMap(fill)
      const typed = Object.keys(options).flatMap((key) => typedIn(answers, key))
      const own = new Set([...secrets.map((secret) => secret.name), ...typed.flatMap(referencesIn)])
      // Pieces that are harmless alone can form a reference together.
      const formed = [command, ...args, ...Object.values(env)].flatMap(referencesIn).find((each) => !own.has(each))
      return {
        entry: {
          command: isPathIn(command) ? [place.folder, command].join(place.separator) : command,
          args,
          ...(Object.keys(env).length > 0 && { env }),
          cwd: place.folder,
        },
        secrets,
        fault:
          formed === undefined
            ? null
            : `With these values it refers to “${formed}”, which is a value of this computer.`,
      }
    },
  }
}

function programOf(program: Program | undefined, platform: string): Omit<Program, 'platform_overrides'> | null {
  if (program === undefined) return null
  const { platform_overrides: overrides, ...usual } = program
  const own = Object.hasOwn(overrides, platform) ? overrides[platform] : undefined
  return { ...usual, ...own, env: { ...usual.env, ...own?.env } }
}

const TYPES: readonly string[] = ['node', 'python', 'binary']
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/
const REFERENCE = /\$\{([^}]*)\}/g
const FOLDERS: Readonly<Record<string, string | null>> = {
  HOME: null,
  DESKTOP: 'Desktop',
  DOCUMENTS: 'Documents',
  DOWNLOADS: 'Downloads',
}

function whyRefused(
  { server, compatibility, user_config: options }: BundleManifest,
  program: Omit<Program, 'platform_overrides'> | null,
  { platform }: BundlePlace,
): string | null {
  const platforms = compatibility?.platforms ?? null
  if (platforms !== null && !platforms.includes(platform))
    return `It runs on ${platforms.join(', ')}, and this is ${platform}.`
  if (!TYPES.includes(server.type) || program === null)
    return `A server of the kind ${server.type} cannot be run from a bundle here.`
  const variable = Object.keys(program.env).find((name) => !VARIABLE.test(name))
  if (variable !== undefined) return `“${visibleLine(variable, 100)}” is not the name of a variable.`
  const defaults = Object.values(options).flatMap((option) => [option.default ?? []].flat().map(String))
  for (const text of [program.command, ...program.args, ...Object.values(program.env), ...defaults]) {
    if (visibleLine(text) !== text) return `Its manifest has invisible characters: “${visibleLine(text, 200)}”.`
    const foreign = [...text.matchAll(REFERENCE)].find(([, name = '']) => !isKnown(name, options))
    if (foreign !== undefined || text.startsWith('env:'))
      return `Its manifest refers to a value of this computer: “${visibleLine(text, 200)}”.`
  }
  return null
}

const isKnown = (name: string, options: BundleManifest['user_config']): boolean =>
  name === '__dirname' ||
  name === 'pathSeparator' ||
  name === '/' ||
  Object.hasOwn(FOLDERS, name) ||
  (name.startsWith('user_config.') && Object.hasOwn(options, name.slice('user_config.'.length)))

/** A path relative to the bundle, which the system would otherwise resolve from another folder. */
const isPathIn = (command: string): boolean => /^(?!\/|[A-Za-z]:)[^/\\]+[/\\]/.test(command)

const isUsual = (command: string): boolean =>
  /^(?:node|python3?)$/.test(command) || command.startsWith('${__dirname}') || isPathIn(command)

const notOfBundle = (command: string): string =>
  `It runs ${visibleLine(command, 100)}, which is not a part of the bundle.`

/**
 * The texts that replace a text of the manifest: several for an option with several values, none for an empty option.
 */
function expand(text: string, place: BundlePlace, valuesOf: (option: string) => readonly string[]): readonly string[] {
  const [, only] = /^\$\{user_config\.([^}]*)\}$/.exec(text) ?? []
  if (only !== undefined) return valuesOf(only)
  let isWhole = true
  const filled = text.replaceAll(REFERENCE, (found, name: string) => {
    if (!name.startsWith('user_config.')) return ofPlace(name, place) ?? found
    const values = valuesOf(name.slice('user_config.'.length))
    isWhole &&= values.length > 0
    return values.join(',')
  })
  return isWhole ? [filled] : []
}

function ofPlace(name: string, { folder, home, separator }: BundlePlace): string | null {
  if (name === '__dirname') return folder
  if (name === 'pathSeparator' || name === '/') return separator
  if (!Object.hasOwn(FOLDERS, name)) return null
  const below = FOLDERS[name] ?? null
  return below === null ? home : [home, below].join(separator)
}

function fieldOf(name: string, option: UserOption, place: BundlePlace): FormField {
  const { title, description, required, multiple } = option
  const field = { name, title: title ?? name, description: description ?? '', isRequired: required }
  const initial = [option.default ?? []]
    .flat()
    .map((value) => (typeof value === 'string' ? (expand(value, place, () => [])[0] ?? '') : value))
  const [first] = initial
  const isPath = option.type === 'directory' || option.type === 'file'
  if (multiple && isPath)
    return {
      ...field,
      input: {
        kind: 'list',
        item: { ...field, description: '', isRequired: true, input: textInput(false, null) },
        fallback: initial.length > 0 ? initial.map(String) : null,
      },
    }
  return { ...field, input: inputOf(option, first) }
}

function inputOf({ type, sensitive, min, max }: UserOption, initial: unknown): FieldInput {
  if (type === 'boolean') return { kind: 'boolean', fallback: typeof initial === 'boolean' ? initial : null }
  if (type === 'number')
    return {
      kind: 'number',
      isInteger: false,
      minimum: min,
      maximum: max,
      fallback: typeof initial === 'number' ? initial : null,
    }
  return textInput(sensitive, typeof initial === 'string' ? initial : null)
}

const textInput = (isSecret: boolean, fallback: string | null): FieldInput => ({
  kind: 'text',
  format: null,
  minLength: 0,
  maxLength: Infinity,
  isLong: false,
  isSecret,
  fallback,
})
