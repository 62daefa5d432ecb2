import { releaseProxy, transferHandlers } from 'comlink'

/** The ports behind functions of tabs that came over Comlink. */
const ports = new WeakMap<object, MessagePort>()

const byPort = transferHandlers.get('proxy')
if (byPort !== undefined)
  transferHandlers.set('proxy', {
    ...byPort,
    deserialize(port) {
      const callback = byPort.deserialize(port)
      if (port instanceof MessagePort) ports.set(callback as object, port)
      return callback
    },
  })

/**
 * Lets go of a function of a tab, and frees its port at once. (Comlink alone closes the port when the other side has answered, which a tab that is gone
 * does not do any more.)
 */
export function release(callback: (object & { [releaseProxy]?: () => void }) | undefined): void {
  if (callback === undefined) return
  callback[releaseProxy]?.()
  ports.get(callback)?.close()
}
