// node --import ./build/scripts/end-with-channel.mjs: a program that ends, as at Ctrl+C, when whoever holds its channel
// is gone.
if (process.connected) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGINT'))
}
