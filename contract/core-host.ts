/** How tabs find the core, also where there is no shared worker and one tab hosts it for all. */

/** A port by which no tab has attached for so long is closed by the core: its page went down before. A page trusts one for half that time. */
export const UNUSED_PORT_MS = 15_000

/** The Web Lock of the tab that hosts the core of this build and generation. `build` is the path of the worker's script. */
export function hostLockName(build: string, generation: number): string {
  return `sightline-host ${build} ${generation}`
}

/** A port by which a tab wants to reach the core, as the service worker brings it to the page that holds the lock `host`. */
export interface CorePort {
  kind: 'core-port'
  host: string
}

/** A tab as it joins a core; over the channel named after the host's lock it says so when no port can reach the host. */
export interface JoiningTab {
  tabId: string
  /** The Web Lock that the tab holds for its life. */
  lockName: string
}

/** The channel on which a tab that joined over the bus and the core talk; the names of its callbacks' channels begin with it. */
export function busChannelName(host: string, tabId: string): string {
  return `${host} of ${tabId}`
}

/**
 * Has a channel take what is sent after its end as a port does: quietly. A tab that is gone is still answered, and Comlink takes leave of
 * the other side whenever it happens to be collected.
 */
export function quietOnceClosed<C extends { postMessage(message: unknown): void; close(): void }>(channel: C): C {
  const post = channel.postMessage.bind(channel)
  const close = channel.close.bind(channel)
  let isClosed = false
  channel.postMessage = (message) => {
    if (!isClosed) post(message)
  }
  channel.close = () => {
    isClosed = true
    close()
  }
  return channel
}
