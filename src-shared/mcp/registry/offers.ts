import type { FormField } from '../../base/form/form-field'
import { visibleLine } from '../../base/visible-text'
import { isLoopback, isPrivate, isProtected } from '../../base/web-address'
import { freeSecretName, secretNameFor } from '../mcp-import'
import { type Answers, fieldsOf, formsReference, type Part, textsOf, textsOfPublisher } from './input-fields'
import type {
  RegistryArgument,
  RegistryInput,
  RegistryPackage,
  RegistryRemote,
  RegistryServer,
} from './registry-server'

/** One way to use a server of a registry: a package that is run here, or an address. */
export interface Offer {
  readonly label: string
  /** Why it cannot be used; null if it can. */
  readonly refused: string | null
  /** Facts to know before using it. */
  readonly notes: readonly string[]
  readonly fields: readonly FormField[]
  /** The entry for these answers, in which a secret is a reference whose name no other secret has. */
  readonly write: (answers: Answers, name: string, secretNames: readonly string[]) => OfferedEntry
}

/** A bundle, which is downloaded and looked at before it is an `Offer`. */
export interface BundleOffer extends Pick<Offer, 'label' | 'refused'> {
  readonly file: { readonly url: string; readonly sha256: string }
}

export interface OfferedEntry {
  readonly entry: OfferedProgram | OfferedAddress
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
  /** Why the answers cannot be used; null if they can. */
  readonly fault: string | null
}

interface OfferedProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

interface OfferedAddress {
  readonly type?: 'sse'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The name as the schema of server.json wants it. */
const NAME = /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/

/** The ways to use this server, packages first. `registry` is the address of the registry that describes it. */
export function offersOf(server: RegistryServer, registry: string): readonly (Offer | BundleOffer)[] {
  const refused = whyRefused(server)
  return [
    ...server.packages.map((offered) =>
      offered.registryType === 'mcpb' ? offerBundleFile(offered, registry) : offerPackage(offered),
    ),
    ...server.remotes.map((remote) => offerRemote(remote, registry)),
  ].map((offer) => (refused === null ? offer : { ...offer, refused }))
}

function whyRefused({ name, status }: RegistryServer): string | null {
  if (!NAME.test(name))
    return 'Its name is not one that a registry may give: it may imitate another. It cannot be added.'
  return status === 'deleted' ? 'The registry has withdrawn this server. It cannot be added.' : null
}

function offerBundleFile({ identifier: url, version, fileSha256, transport }: RegistryPackage, registry: string) {
  const shown = visibleLine(url, 500)
  return {
    label: ['Bundle', visibleLine(url, 200), version ?? ''].filter((text) => text !== '').join(' '),
    refused:
      whyNoStdio(transport) ??
      whyNoDownload(url, registry) ??
      (fileSha256 == null
        ? `The registry gives no SHA-256 of this bundle, so it cannot be checked. Download ${shown} yourself, and open the file under Import.`
        : null),
    file: { url, sha256: fileSha256 ?? '' },
  }
}

interface Runner {
  /** The first one is used unless the package asks for another. */
  readonly commands: readonly [string, ...string[]]
  readonly identifier: RegExp
  /** Where the command looks; null if the identifier says so. */
  readonly source: RegExp | null
  /** The words before those of the publisher, the package, and whether `--` separates its arguments. */
  readonly line: (command: string, words: Words) => readonly string[]
}

interface Words {
  readonly runtime: readonly string[]
  readonly identifier: string
  readonly version: string | null
  readonly args: readonly string[]
  /** Names of the variables that a container must be given. */
  readonly variables: readonly string[]
}

const at = ({ identifier, version }: Words): string => (version === null ? identifier : `${identifier}@${version}`)
const withoutYes = ({ runtime }: Words): readonly string[] =>
  runtime.filter((word) => word !== '-y' && word !== '--yes')

const RUNNERS: Readonly<Record<string, Runner>> = {
  npm: {
    commands: ['npx', 'bunx'],
    identifier: /^(?:@[\w~][\w.~-]*\/)?[\w~][\w.~-]{0,213}$/,
    source: /^https:\/\/registry\.npmjs\.org\/?$/,
    line: (command, words) => [...(command === 'npx' ? ['-y'] : []), ...withoutYes(words), at(words), ...words.args],
  },
  pypi: {
    commands: ['uvx'],
    identifier: /^[A-Za-z0-9](?:[\w.-]{0,213}[A-Za-z0-9])?$/,
    source: /^https:\/\/pypi\.org(?:\/simple)?\/?$/,
    line: (_command, words) => [...words.runtime, at(words), ...words.args],
  },
  oci: {
    commands: ['docker', 'podman'],
    identifier: /^[a-z0-9](?:[\w.:/-]|@sha256:)*$/i,
    source: null,
    line: (_command, { runtime, identifier, version, args, variables }) => [
      ...(runtime[0] === 'run' ? [] : ['run', '-i', '--rm']),
      ...runtime,
      ...variables.flatMap((name) => ['-e', name]),
      version === null || /[:@][^/]*$/.test(identifier) ? identifier : `${identifier}:${version}`,
      ...args,
    ],
  },
  nuget: {
    commands: ['dnx'],
    identifier: /^\w[\w.-]{0,99}$/,
    source: /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/,
    line: (_command, words) => [
      at(words),
      '--yes',
      ...withoutYes(words),
      ...(words.args.length > 0 ? ['--', ...words.args] : []),
    ],
  },
}

const VERSION = /^\w[\w.+~!-]{0,99}$/
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/
/** The options of npx and bunx that pass a text to a shell, also abbreviated and among other letters. */
const SHELL_OPTION = /^(?:-\w*c|--call?|--shell)(?:=|$)/

function offerPackage(offered: RegistryPackage): Offer {
  const { registryType, version, runtimeHint, environmentVariables } = offered
  const runner = Object.hasOwn(RUNNERS, registryType) ? RUNNERS[registryType] : undefined
  const command = runner?.commands.find((each) => each === runtimeHint) ?? runner?.commands[0] ?? ''
  const runtime = argumentParts('runtime', offered.runtimeArguments)
  const args = argumentParts('argument', offered.packageArguments)
  const variables = environmentVariables.map((input): Part => ({
    id: `variable ${input.name}`,
    title: input.name,
    input,
    isRepeated: false,
  }))
  const parts = [...variables, ...args, ...runtime]
  return {
    label: [KINDS[registryType] ?? registryType, visibleLine(offered.identifier, 200), version ?? '']
      .filter((text) => text !== '')
      .join(' '),
    refused: whyNoPackage(offered, runner, parts),
    notes: notesOn(offered, command),
    fields: parts.flatMap(fieldsOf),
    write(answers, name, secretNames) {
      const { keep, secrets } = keepSecrets(name, secretNames)
      const env = Object.fromEntries(
        variables.flatMap((part) => {
          const [text] = textsOf(part, answers, keep) ?? []
          return text === undefined ? [] : [[part.title, text] as const]
        }),
      )
      const words = runner?.line(command, {
        runtime: wordsOf(offered.runtimeArguments, runtime, answers, keep),
        identifier: offered.identifier,
        version: version ?? null,
        args: wordsOf(offered.packageArguments, args, answers, keep),
        variables: Object.keys(env),
      })
      return {
        entry: { command, args: words ?? [], ...(Object.keys(env).length > 0 && { env }) },
        secrets,
        fault: whyFormed(parts, answers),
      }
    },
  }
}

const KINDS: Readonly<Record<string, string>> = {
  npm: 'npm package',
  pypi: 'PyPI package',
  oci: 'Container image',
  nuget: 'NuGet package',
}

function whyNoPackage(
  {
    registryType,
    registryBaseUrl,
    identifier,
    version,
    runtimeHint,
    transport,
    runtimeArguments,
    ...rest
  }: RegistryPackage,
  runner: Runner | undefined,
  parts: readonly Part[],
): string | null {
  const kind = visibleLine(registryType, 40)
  if (runner === undefined) return `Packages of the kind ${kind} cannot be run here.`
  const otherTransport = whyNoStdio(transport)
  if (otherTransport !== null) return otherTransport
  if (!runner.identifier.test(identifier))
    return `“${visibleLine(identifier, 200)}” is not the name of a package of the kind ${kind}: it could run something else.`
  if (version != null && !VERSION.test(version))
    return `“${visibleLine(version, 100)}” is not a version: it could change what runs.`
  if (registryBaseUrl != null && runner.source?.test(registryBaseUrl) === false)
    return `It is published at ${visibleLine(registryBaseUrl, 200)}, where ${runner.commands[0]} does not look.`
  if (runtimeHint != null && !runner.commands.includes(runtimeHint) && runtimeArguments.length > 0)
    return `It is to be run by “${visibleLine(runtimeHint, 100)}”, which does not run packages of the kind ${kind} here.`
  const options = runtimeArguments.flatMap((input) => [...namesIn(input), ...textsOfPublisher({ input })])
  if (options.some((text) => SHELL_OPTION.test(text)))
    return `It gives ${runner.commands[0]} a text for a shell, which could run anything.`
  const variable = rest.environmentVariables.find(({ name }) => !VARIABLE.test(name))
  if (variable) return `“${visibleLine(variable.name, 100)}” is not the name of a variable.`
  const words = [...runtimeArguments, ...rest.packageArguments].flatMap(namesIn)
  return whyUnsafe([...words, ...parts.flatMap(textsOfPublisher)])
}

const whyNoStdio = (transport: RegistryPackage['transport']): string | null =>
  transport == null || transport.type === 'stdio'
    ? null
    : `It does not use stdio but ${transport.type}, which a package cannot use here.`

const namesIn = (argument: RegistryArgument): readonly string[] => (argument.type === 'named' ? [argument.name] : [])

/** An entry may refer to variables and secrets of this computer, but not on behalf of its publisher. */
function whyUnsafe(texts: readonly string[]): string | null {
  for (const text of texts) {
    if (visibleLine(text) !== text) return `Its publisher wrote invisible characters: “${visibleLine(text, 200)}”.`
    if (/\$\{|^env:/.test(text)) return `Its publisher refers to a value of this computer: “${visibleLine(text, 200)}”.`
  }
  return null
}

/** Pieces that are harmless one by one can form a reference together. */
function whyFormed(parts: readonly Part[], answers: Answers): string | null {
  const part = parts.find((each) => formsReference(each, answers))
  return part ? `With these values “${visibleLine(part.title, 100)}” refers to a value of this computer.` : null
}

function notesOn({ version, runtimeArguments, transport }: RegistryPackage, command: string): readonly string[] {
  return [
    ...(version == null && transport != null ? ['It names no version: the newest one is run each time.'] : []),
    ...(runtimeArguments.length > 0
      ? [`Its publisher gives options to ${command} itself, which can change what runs and what it may reach.`]
      : []),
  ]
}

const argumentParts = (kind: string, list: readonly RegistryArgument[]): readonly Part[] =>
  list.map((argument, index) => {
    const number = `${kind} ${index + 1}`
    const title = argument.type === 'named' ? argument.name : (argument.valueHint ?? number)
    return {
      id: number,
      title,
      input: isSwitch(argument) ? { ...argument, value: '' } : argument,
      isRepeated: argument.isRepeated,
    }
  })

/** An option that takes no value: the publisher says nothing but its name. */
const isSwitch = (argument: RegistryArgument): boolean =>
  argument.type === 'named' &&
  [
    argument.value,
    argument.default,
    argument.description,
    argument.placeholder,
    argument.choices,
    argument.format,
  ].every((each) => each == null)

const wordsOf = (
  list: readonly RegistryArgument[],
  parts: readonly Part[],
  answers: Answers,
  keep: (title: string, value: string) => string,
): readonly string[] =>
  parts.flatMap((part, index) => {
    const argument = list[index]
    const texts = textsOf(part, answers, keep) ?? []
    return argument?.type === 'named'
      ? texts.flatMap((text) => (text === '' ? [argument.name] : [argument.name, text]))
      : texts
  })

const TRANSPORTS = { 'streamable-http': 'Streamable HTTP', sse: 'SSE' } as const
const HEADER = /^[\w!#$%&'*+.^`|~-]+$/

function offerRemote({ type, url, headers, variables }: RegistryRemote, registry: string): Offer {
  const input: RegistryInput = { ...FIXED, value: url, variables }
  const address: Part = { id: 'address', title: '', input, isRepeated: false }
  const lines = headers.map((header): Part => ({
    id: `header ${header.name}`,
    title: header.name,
    input: header,
    isRepeated: false,
  }))
  const parts = [address, ...lines]
  const isOpen = fieldsOf(address).length > 0
  const badHeader = headers.find(({ name }) => !HEADER.test(name))
  return {
    label: `${TRANSPORTS[type]} ${visibleLine(url, 200)}`,
    refused:
      (badHeader ? `“${visibleLine(badHeader.name, 100)}” is not the name of a header.` : null) ??
      whyUnsafe(parts.flatMap(textsOfPublisher)) ??
      (isOpen ? null : whyNoAddress(url, registry)),
    notes: [],
    fields: parts.flatMap(fieldsOf),
    write(answers, name, secretNames) {
      const { keep, secrets } = keepSecrets(name, secretNames)
      const [written = url] = textsOf(address, answers, keep) ?? []
      const rows = Object.fromEntries(
        lines.flatMap((part) => {
          const [text] = textsOf(part, answers, keep) ?? []
          return text === undefined ? [] : [[part.title, text] as const]
        }),
      )
      return {
        entry: {
          ...(type === 'sse' && { type }),
          url: written,
          ...(Object.keys(rows).length > 0 && { headers: rows }),
        },
        secrets,
        fault: whyFormed(parts, answers) ?? whyNoAddress(written, registry),
      }
    },
  }
}

const FIXED = {
  description: null,
  isRequired: true,
  isSecret: false,
  format: null,
  default: null,
  placeholder: null,
  choices: null,
} as const

/** Only a registry of this computer may name an address of this computer. */
function whyNoAddress(url: string, registry: string): string | null {
  const shown = withoutSecrets(url)
  if (!isProtected(url)) return `${shown} is no https address, or has a name or a password in it.`
  return isLoopback(url) && !isLoopback(registry) ? `${shown} is an address of this computer.` : null
}

/** Why nothing is downloaded from there. Only a registry of the local network may name an address within it. */
export const whyNoDownload = (url: string, registry: string): string | null =>
  whyNoAddress(url, registry) ??
  (isPrivate(url) && !isPrivate(registry) ? `${withoutSecrets(url)} is an address of a local network.` : null)

/** A name, a password and a signed query are left out. */
const withoutSecrets = (url: string): string =>
  visibleLine(url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1').replace(/\?.*$/s, ''), 200)

/** Collects secret values under new names; `keep` gives the reference to one. */
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
