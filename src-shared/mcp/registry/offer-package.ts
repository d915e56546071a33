import { visibleLine } from '../../base/visible-text'
import { type Answers, fieldsOf, type KeepSecret, type Part, textsOf, textsOfPublisher } from './input-fields'
import { keepSecrets } from './keep-secrets'
import type { Offer } from './offer'
import type { RegistryArgument, RegistryPackage } from './registry-server'
import { whyFormed, whyUnsafe } from './why-unsafe'

interface Runner {
  /** The first one is used unless the package specifies another. */
  readonly commands: readonly [string, ...string[]]
  readonly identifier: RegExp
  /** Matches the registry that the command uses; null if the identifier contains the registry. */
  readonly source: RegExp | null
  /** The arguments of the command, in the order that it requires. */
  readonly line: (command: string, words: Words) => readonly string[]
}

interface Words {
  readonly runtime: readonly string[]
  readonly identifier: string
  readonly version: string | null
  readonly args: readonly string[]
  /** Names of the variables that are passed to a container. */
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
/** Options of npx and bunx that pass a text to a shell, also abbreviated or combined with other letters. */
const SHELL_OPTION = /^(?:-\w*c|--call?|--shell)(?:=|$)/

export function offerPackage(offered: RegistryPackage): Offer {
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

export const whyNoStdio = (transport: RegistryPackage['transport']): string | null =>
  transport == null || transport.type === 'stdio'
    ? null
    : `It does not use stdio but ${transport.type}, which a package cannot use here.`

const namesIn = (argument: RegistryArgument): readonly string[] => (argument.type === 'named' ? [argument.name] : [])

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

/** Whether an option has no value: the publisher specifies only its name. */
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
  keep: KeepSecret,
): readonly string[] =>
  parts.flatMap((part, index) => {
    const argument = list[index]
    const texts = textsOf(part, answers, keep) ?? []
    return argument?.type === 'named'
      ? texts.flatMap((text) => (text === '' ? [argument.name] : [argument.name, text]))
      : texts
  })
