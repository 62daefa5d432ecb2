import { once } from 'node:events'
import { TestService } from './service.ts'

/** Who signs in on it. */
const names = ['admin', 'operator', 'stranger'] as const
export type PersonApart = (typeof names)[number]
/** What the child says when its service runs. `database`: address or file. */
export interface ApartService {
  url: string
  database: string
  people: Record<PersonApart, { loginName: string; password: string }>
  nowMs: number
}
export type ToChild = { kind: 'advance'; ms: number } | { kind: 'heap' } | { kind: 'close' }

/** A process of its own with a test service, for what must not be mixed with the memory of the tests: `ServiceApart` starts it. */
const service = await TestService.start()
process.on('message', (message: ToChild) => {
  if (message.kind === 'advance') service.advance(message.ms)
  if (message.kind === 'heap') process.send?.({ heapBytes: heapBytes() })
  if (message.kind === 'close') void service.close().then(() => process.disconnect())
})
process.send?.({
  url: service.url,
  database: service.databaseAt,
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
