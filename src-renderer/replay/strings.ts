/** What a page with one recorded episode says of itself. */
export const replayStrings = {
  about: 'Recorded episode',
  explanation: 'A recording. Everything it shows is in this file; nothing is sent anywhere. Press ? for the keys.',
  played: (player: string, started: string) => `Played by ${player}, ${started}.`,
} as const
