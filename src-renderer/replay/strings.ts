export const replayStrings = {
  about: 'Recorded episode',
  explanation: 'A recording. All of it is in this file; nothing is sent anywhere. Press ? for keyboard shortcuts.',
  played: (player: string, started: string) => `Played by ${player}, ${started}.`,
} as const
