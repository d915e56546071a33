export const modelStrings = {
  model: 'Model',
  /** Stands between a model and its endpoint. */
  at: 'at',
  noModel: 'No model yet',
  change: 'Change',
  /** Where the default comes from, and the button that goes back to it. */
  from: {
    settings: { says: 'From settings:', back: 'Use settings' },
    parent: { says: 'From parent episode:', back: 'Use parent’s model' },
  },
  forThisRun: 'Used for this episode only.',
  notKept: (tables: readonly string[]) =>
    `The settings contain ${tables.join(', ')} for their endpoint. Change the endpoint under Settings, where you can see them.`,
  keep: 'Save to settings',
  provider: 'Provider',
  address: 'Address',
  addressKind: 'An address that begins with http:// or https://',
  asUsual: 'Leave empty to use the settings',
  apiKey: 'API key',
  apiKeyKept: 'A key is stored. Type another to replace it.',
  apiKeyHint: 'Stored by the host, never shown again and never logged.',
} as const
