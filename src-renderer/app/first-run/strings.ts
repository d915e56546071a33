export const firstRunStrings = {
  card: 'First steps',
  title: 'This is a recording.',
  /** Includes the player's label, because the explorer is not a model. */
  explanation: (player: string, story: string) =>
    `${player}, playing ${story}. Its thoughts are on the right, and so is the map it makes.`,
  watchZork: 'Watch the explorer play Zork I',
  watchGlassWeather: 'Watch it play Glass Weather',
  play: 'Play yourself',
  connect: 'Connect a model',
  dismiss: 'Dismiss first steps',
} as const
