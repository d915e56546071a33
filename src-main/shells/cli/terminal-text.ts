/** Text of a game, a model or a tool as a terminal may be given it: a control code but newline and tab would be a command to the terminal. */
export const forTerminal = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '\u{FFFD}')
