// MessageChannelMain: two entangled ports. If one is sent to a page, its partner in this process is connected to it.
import { EventEmitter } from 'node:events'

/** Like in Electron: messages wait until `start` and are structured clones, without functions and class instances. */
class MessagePortMain extends EventEmitter {
  partner = null
  send = (message) => this.partner.receive(message)
  closeFarEnd = () => this.partner.end()
  waiting = []
  started = false
  closed = false

  postMessage(message) {
    if (!this.closed) this.send(structuredClone(message))
  }
  start() {
    this.started = true
    for (const data of this.waiting.splice(0)) this.emit('message', { data, ports: [] })
  }
  close() {
    if (this.closed) return
    this.closeFarEnd()
    this.end()
  }
  receive(data) {
    if (this.started) this.emit('message', { data, ports: [] })
    else this.waiting.push(data)
  }
  end() {
    if (this.closed) return
    this.closed = true
    this.emit('close')
  }
}

export class MessageChannelMain {
  constructor() {
    this.port1 = new MessagePortMain()
    this.port2 = new MessagePortMain()
    this.port1.partner = this.port2
    this.port2.partner = this.port1
  }
}
