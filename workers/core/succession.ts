import type { Ports } from './ports.ts'

/** Which core this is: cores of one build replace each other by a higher generation; builds live side by side. */
export interface Identity {
  build: string
  generation: number
}

/** The Web Lock that a core holds for its life, so that tabs notice its end. */
export function lifeLockName({ build, generation }: Identity): string {
  return `sightline-core ${build} ${generation}`
}

/** Holds the core's own lock for as long as the worker lives, or until `ended`. Resolves when it is held. */
export function holdLifeLock(locks: Ports['locks'], identity: Identity, ended: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    void locks.request(lifeLockName(identity), () => {
      resolve()
      return ended
    })
  })
}

/** What the names of the locks of this build's cores begin with; their generation follows. */
function prefixOf(identity: Identity): string {
  return lifeLockName(identity).slice(0, -String(identity.generation).length)
}

/** Whether a higher generation of this build lives already: tabs gave this one up because it took so long to start. */
export async function hasSuccessor(locks: Ports['locks'], identity: Identity): Promise<boolean> {
  const { held = [] } = await locks.query()
  const prefix = prefixOf(identity)
  return held.some(({ name = '' }) => name.startsWith(prefix) && Number(name.slice(prefix.length)) > identity.generation)
}

/**
 * Takes resource locks away from lower generations of this build that still live: they hang, or their tabs would not
 * have started this one. Locks of other builds are left alone. The lock is free afterwards, for whoever waits first.
 */
export async function takeOver(locks: Ports['locks'], identity: Identity, resources: readonly string[]): Promise<void> {
  const { held = [] } = await locks.query()
  const prefix = prefixOf(identity)
  const isPredecessor = (name = '') => name.startsWith(prefix) && Number(name.slice(prefix.length)) < identity.generation
  const clients = new Set(held.filter((lock) => isPredecessor(lock.name)).map((lock) => lock.clientId))
  const theirs = held.filter((lock) => clients.has(lock.clientId) && resources.includes(lock.name ?? ''))
  await Promise.all(theirs.map((lock) => locks.request(lock.name ?? '', { steal: true }, () => {})))
}
