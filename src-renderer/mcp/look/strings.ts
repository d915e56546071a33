/** Words of a server that is looked at before it is added. */
export const lookStrings = {
  settings: 'Settings',
  secret: 'Moved to the secrets; the entry refers to it by name.',
  required: 'Required.',
  entryName: 'Name in your list',
  nameMissing: 'A name is required.',
  nameTaken: 'This name is already used.',
  add: 'Add to my list',
  addHint: 'Nothing is run or connected to yet: you are asked before that.',
  notAdded: (reason: string) => `Nothing was added: ${reason}`,
} as const
