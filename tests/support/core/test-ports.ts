import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import type { Person } from '#contract/calls/user/person.ts'
import type { Ports } from '#workers/core/ports.ts'
import { openStore } from '#workers/store/store.ts'
import { MemoryFiles } from './memory-files.ts'
import { OtherEnd, PlayedSocket } from './other-end.ts'
import { VirtualClock } from './virtual-clock.ts'

export const person: Person = {
  userId: 'u1',
  loginName: 'admin',
  email: 'admin@example.org',
  alias: 'Admin',
  phone: '',
  role: 'administrator',
  isAdministrator: true,
  organizationName: 'Harbor',
  language: 'en-US',
  theme: 'system',
}

/** A fresh browser profile: nothing kept from tests before. */
export function freshProfile(): void {
  globalThis.indexedDB = new IDBFactory()
}

/** Test's own locks and bus: names are the core's, which other cores of the process must not meet. */
let runs = 0

export interface TestPorts extends Ports {
  clock: VirtualClock
  sockets: PlayedSocket[]
  goOnline: () => void
  permission: PermissionState
}

/** A network and a clock for one or more cores of one browser profile. Locks, bus, database and sealing are real. */
export class TestProfile {
  readonly clock = new VirtualClock()
  readonly otherEnd = new OtherEnd()
  readonly files = new MemoryFiles()
  readonly #run = (runs += 1)
  readonly #closers: (() => void)[] = []

  constructor() {
    freshProfile()
  }

  ports(): TestPorts {
    const channel = new BroadcastChannel(`core-${this.#run}`)
    this.#closers.push(() => channel.close())
    const sockets: PlayedSocket[] = []
    const online: (() => void)[] = []
    const ports: TestPorts = {
      origin: 'https://video.example.org',
      clock: this.clock,
      fetch: this.otherEnd.fetch,
      upload: this.otherEnd.upload,
      sockets,
      openSocket: (url) => {
        const socket = new PlayedSocket(url)
        sockets.push(socket)
        // The core uses no more of a socket than the played one has.
        return socket as unknown as WebSocket
      },
      locks: locksOf(this.#run),
      bus: {
        post: (message) => channel.postMessage(message),
        listen: (listener) => channel.addEventListener('message', (event) => listener(event.data)),
        close: () => channel.close(),
      },
      store: openStore(),
      downloadFiles: this.files,
      isMac: false,
      permission: 'granted',
      pluginPermission: async () => ports.permission,
      raisesQuestions: false,
      onNetwork: (listener) => online.push(listener),
      goOnline: () => {
        for (const listener of online) listener()
      },
    }
    return ports
  }

  close(): void {
    for (const closer of this.#closers) closer()
  }
}

/** The process's real Web Locks, under names of their own. */
function locksOf(run: number): Ports['locks'] {
  const prefix = `${run}:`
  const { locks } = navigator
  function request(name: string, ...rest: [LockGrantedCallback<unknown>] | [LockOptions, LockGrantedCallback<unknown>]): Promise<unknown> {
    return rest.length === 1 ? locks.request(prefix + name, rest[0]) : locks.request(prefix + name, rest[0], rest[1])
  }
  return {
    request,
    query: async () => {
      const { held = [], pending = [] } = await locks.query()
      const own = (list: LockInfo[]) =>
        list.filter((lock) => lock.name?.startsWith(prefix)).map((lock) => ({ ...lock, name: lock.name?.slice(prefix.length) ?? '' }))
      return { held: own(held), pending: own(pending) }
    },
  }
}
