/** Hears the messages of a port. */
export function hear(port: MessagePort, listener: (event: MessageEvent) => void): void {
  port.addEventListener('message', listener)
  port.start()
}
