import { badUsage, readArguments } from './command/arguments'
import type { CommandContext } from './command/command-context'
import { COMMAND_OPTIONS, COMMAND_WORDS, type CommandName, OPTION_VALUES, SHELLS } from './command/command-table'

/** `zorkgpt completion`: prints the completion script of a shell, generated from the command table. */
export async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals } = readArguments('completion', args, 1)
  const shell = SHELLS.find((name) => name === positionals[0])
  if (!shell) throw badUsage(`completion needs the name of a shell: ${SHELLS.join(', ')}.`)
  context.printLine({ bash, zsh, fish }[shell]())
  return 0
}

interface Option {
  readonly name: string
  /** Null for a flag. */
  readonly value: readonly string[] | 'file' | 'text' | null
}

const COMMANDS = (Object.keys(COMMAND_OPTIONS) as CommandName[]).map((name) => ({
  name,
  words: COMMAND_WORDS[name] ?? [],
  options: Object.entries<{ readonly type: 'string' | 'boolean' }>(COMMAND_OPTIONS[name]).map(
    ([option, { type }]): Option => ({
      name: option,
      value: type === 'boolean' ? null : (OPTION_VALUES[option] ?? 'text'),
    }),
  ),
}))
const NAMES = COMMANDS.map(({ name }) => name).join(' ')
const EVERYWHERE: readonly Option[] = ['help', 'debug'].map((name) => ({ name, value: null }))

/** Read line by line, because an array filled by a command would expand patterns in file names. */
const FILES_IN_BASH = `while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$word")`

function bash(): string {
  const offer = (words: string) => `COMPREPLY=($(compgen -W '${words}' -- "$word"))`
  const valuesOf = (options: readonly Option[]) =>
    options.flatMap(({ name, value }) => {
      if (value === null) return []
      if (value === 'text') return [`        --${name}) return ;;`]
      return [`        --${name}) ${value === 'file' ? FILES_IN_BASH : offer(value.join(' '))}; return ;;`]
    })
  const cases = COMMANDS.map(({ name, words, options }) =>
    [
      `    ${name})`,
      `      case $before in`,
      ...valuesOf(options),
      `      esac`,
      `      ${offer([...words, ...[...options, ...EVERYWHERE].map((option) => `--${option.name}`)].join(' '))} ;;`,
    ].join('\n'),
  )
  return `_zorkgpt() {
  local IFS=$' \\n' file word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then ${offer(`${NAMES} --help --version`)}; return; fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
}
complete -o filenames -F _zorkgpt zorkgpt`
}

function zsh(): string {
  const specOf = ({ name, value }: Option) => {
    if (value === null) return `'--${name}'`
    const action = typeof value === 'string' ? { file: '_files', text: ' ' }[value] : `(${value.join(' ')})`
    return `'--${name}=:${name}:${action}'`
  }
  const cases = COMMANDS.map(({ name, words, options }) => {
    const rest = words.length > 0 ? [`'1:what:(${words.join(' ')})'`] : []
    return `  ${name}) _arguments ${[...rest, ...[...options, ...EVERYWHERE].map(specOf)].join(' ')} ;;`
  })
  return `#compdef zorkgpt
if (( CURRENT == 2 )); then compadd -- ${NAMES} --help --version; return; fi
shift words
(( CURRENT-- ))
case $words[1] in
${cases.join('\n')}
esac`
}

function fish(): string {
  const first = `complete -c zorkgpt -n __fish_use_subcommand`
  const lines = COMMANDS.flatMap(({ name, words, options }) => {
    const after = `complete -c zorkgpt -n '__fish_seen_subcommand_from ${name}'`
    const lineOf = (option: Option) => {
      const { value } = option
      if (value === null) return `${after} -l ${option.name}`
      if (value === 'file') return `${after} -l ${option.name} -r -F`
      return `${after} -l ${option.name} -x${value === 'text' ? '' : ` -a '${value.join(' ')}'`}`
    }
    return [
      `${first} -a ${name}`,
      ...(words.length > 0 ? [`${after} -a '${words.join(' ')}'`] : []),
      ...[...options, ...EVERYWHERE].map(lineOf),
    ]
  })
  return ['complete -c zorkgpt -f', `${first} -l help`, `${first} -l version`, ...lines].join('\n')
}
