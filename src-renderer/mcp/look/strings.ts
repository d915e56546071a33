/** Strings for a server that the user looks at before adding it. */
export const lookStrings = {
  settings: 'Settings',
  secret: 'Moved to the secrets; the entry refers to it by name.',
  required: 'Required.',
  entryName: 'Name in your list',
  nameMissing: 'A name is required.',
  nameTaken: 'This name is already used.',
  add: 'Add to my list',
  addHint: 'Nothing runs and nothing is connected to before you agree.',
  notAdded: (reason: string) => `Nothing was added: ${reason}`,
} as const
