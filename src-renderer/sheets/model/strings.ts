/** What is said of the model that plays, where a sheet lets another one be chosen. */
export const modelStrings = {
  model: 'Model',
  /** Between a model and the place where it is asked. */
  at: 'at',
  change: 'Change',
  /** Whose choice it is where nothing else is chosen, and the way back there. */
  from: {
    settings: { says: 'The settings say', back: 'Back to the settings' },
    parent: { says: 'The other episode has', back: 'As in the other episode' },
  },
  forThisRun: 'For this episode alone.',
  notKept: (tables: readonly string[]) =>
    `The settings have ${tables.join(', ')} for the endpoint that they name. Change it under Settings, where these are in sight.`,
  keep: 'Keep for later episodes',
  provider: 'Provider',
  baseUrl: 'Base URL',
  baseUrlKind: 'An address that begins with http:// or https://',
  asUsual: 'Empty: as in the settings',
  stillUsual: 'Still the model of before. Another endpoint may not know it.',
  apiKey: 'API key',
  apiKeyKept: 'A key is stored. Type another to replace it.',
  apiKeyHint: 'Kept by the host; it is never shown again and is in no log.',
} as const
