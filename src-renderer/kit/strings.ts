/** The words of the kit. */
export const kitStrings = {
  close: 'Close',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  loading: 'Loading…',
  splitter: 'Drag to resize; double click for the usual size',
  windowFailed: (message: string) => `Something in this window failed: ${message}`,
  reloadWindow: 'Reload the window',
}
