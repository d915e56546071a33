export const kitStrings = {
  close: 'Close',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  loading: 'Loading…',
  splitter: 'Drag to resize; double-click to reset the size',
  windowFailed: (message: string) => `This window has an error: ${message}`,
  form: {
    required: 'required',
    missing: 'Fill in this field.',
    /** The limits are empty if there are none. */
    notNumber: (isWhole: boolean, least: string, most: string) => {
      const [from, to] = [least, most].map((limit) => Number(limit).toLocaleString('en'))
      const range = most === '' ? least && ` of at least ${from}` : ` from ${from} to ${to}`
      return `Enter a ${isWhole ? 'whole ' : ''}number${range}.`
    },
    secret: 'This looks like a secret. It is masked in the log, but the server receives it.',
    leftOut: '—',
    yes: 'Yes',
    no: 'No',
    notJson: (reason: string) => `Not valid JSON: ${reason}`,
    item: (name: string, place: number) => `${name} ${place}`,
    addItem: (name: string) => `Add ${name}`,
    removeItem: (name: string) => `Remove ${name}`,
    entry: 'entry',
    nameOf: (row: string) => `Name of ${row}`,
    valueOf: (row: string) => `Value of ${row}`,
    newName: (kind: string) => `Name of a new ${kind}`,
    nameMissing: 'A name is required.',
    nameTaken: 'This name is already used.',
  },
  reloadWindow: 'Reload window',
}
