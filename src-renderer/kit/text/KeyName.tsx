import styles from './text.module.css'

const SYMBOLS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

/** The label of a key of the table of actions, as it is printed on the keyboard. */
export function keyText(key: string): string {
  const modifier = isMac() ? '⌘' : 'Ctrl'
  return key
    .split(' ')
    .map((press) => (/^[A-Z]$/.test(press) ? `Shift+${press}` : press))
    .map((press) =>
      press
        .split('+')
        .map((part) => (part === 'Mod' ? modifier : (SYMBOLS[part] ?? part)))
        .join(isMac() ? '' : '+'),
    )
    .join(' ')
}

export const KeyName = ({ name }: { readonly name: string }) => <kbd className={styles.key}>{keyText(name)}</kbd>

export const isMac = () => navigator.platform.startsWith('Mac')
