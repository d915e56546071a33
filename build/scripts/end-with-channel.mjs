// node --import ./build/scripts/end-with-channel.mjs: ends the program, as on Ctrl+C, when its channel closes.
if (process.connected) {
  process.channel.unref()
  process.once('disconnect', () => process.kill(process.pid, 'SIGINT'))
}
