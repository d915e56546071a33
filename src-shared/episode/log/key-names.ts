/** Names of keys without a character. Players enter them when a story waits for a single key. */
export const KEY_NAMES = [
  'space',
  'enter',
  'escape',
  'up',
  'down',
  'left',
  'right',
  'delete',
  'f1',
  'f2',
  'f3',
  'f4',
  'f5',
  'f6',
  'f7',
  'f8',
  'f9',
  'f10',
  'f11',
  'f12',
] as const
export type KeyName = (typeof KEY_NAMES)[number]

/** The instruction for a prompt that waits for a single key. All prompts and tool descriptions use this text. */
export const HOW_TO_PRESS_A_KEY =
  'The game waits for a single key. Say its name (space, enter, escape, up, down, left, right, delete, f1 to f12); of anything else the first character is the key.'

const OTHER_NAMES: Readonly<Record<string, KeyName>> = {
  return: 'enter',
  esc: 'escape',
  spacebar: 'space',
  'space bar': 'space',
  backspace: 'delete',
}

/** The key that an action names, such as `space`, `<esc>`, "press SPACE" or "the up key"; null for other actions. */
export function readKeyName(action: string): KeyName | null {
  const said =
    /^\s*(?:(?:press|hit)\s+)?(?:the\s+)?([<[]?)([a-z][a-z0-9 ]{0,12}?)([>\]]?)(?:\s+(?:arrow|key)){0,2}\s*$/i.exec(
      action,
    )
  const name = said?.[2]?.toLowerCase() ?? ''
  if (Object.hasOwn(OTHER_NAMES, name)) return OTHER_NAMES[name]!
  return KEY_NAMES.find((key) => key === name) ?? null
}
