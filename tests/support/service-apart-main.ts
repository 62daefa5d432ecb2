import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { TestService, type ServiceOptions } from './service.ts'

/** Who signs in on it. */
const names = ['admin', 'operator', 'stranger'] as const
export type PersonApart = (typeof names)[number]
/** What the child says when its service runs. `database`: address or file. `folder`: of its data. */
export interface ApartService {
  url: string
  database: string
  folder: string
  people: Record<PersonApart, { loginName: string; password: string }>
  nowMs: number
}
export type ToChild = { kind: 'advance'; ms: number } | { kind: 'heap' | 'watch' | 'watched' | 'close' }
/** What happened since `watch`: how much larger the process was at most, and the longest time in which it did nothing else. */
export interface Watched {
  grownBytes: number
  pauseMs: number
}

const LOOK_MS = 10

/** A process of its own with a test service, for what must not be mixed with the memory of the tests: `ServiceApart` starts it. */
const service = await TestService.start(JSON.parse(process.argv[2] ?? '{}') as ServiceOptions)
const delays = monitorEventLoopDelay({ resolution: 5 })
let looking: NodeJS.Timeout | undefined
let [beganBytes, mostBytes] = [0, 0]

process.on('message', (message: ToChild) => {
  if (message.kind === 'advance') service.advance(message.ms)
  if (message.kind === 'heap') process.send?.({ heapBytes: heapBytes() })
  if (message.kind === 'watch') watch()
  if (message.kind === 'watched') process.send?.(watched())
  if (message.kind === 'close') void service.close().then(() => process.disconnect())
})
process.send?.({
  url: service.url,
  database: service.databaseAt,
  folder: service.folder,
  people: Object.fromEntries(names.map((name) => [name, service.person(name)])),
  nowMs: service.now,
})
// Without whoever started it, it ends.
await once(process, 'disconnect')
process.exit()

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error('The child was started without --expose-gc.')
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed
}

function watch(): void {
  heapBytes()
  beganBytes = mostBytes = process.memoryUsage.rss()
  looking = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage.rss())), LOOK_MS)
  delays.reset()
  delays.enable()
}

function watched(): Watched {
  clearInterval(looking)
  delays.disable()
  return { grownBytes: mostBytes - beganBytes, pauseMs: delays.max / 1e6 }
}
