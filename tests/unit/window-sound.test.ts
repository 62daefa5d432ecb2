import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MediaPort } from '#src/data/media/media-port.ts'
import { SoundDevice } from '#src/data/media/sound/sound-device.ts'
import { WindowSound } from '#src/data/media/sound/window-sound.ts'

vi.mock('#workers/media/sound/sound-worklet.ts?worker&url', () => ({ default: '/sound-worklet.js' }))
vi.mock('#src/lib/trusted-types.ts', () => ({ appUrl: (url: string) => url }))

/** As long as a page may wait for its sound before it is told why. */
const PATIENCE_MS = 3_000

/** A sound card that a browser lets nobody use until the test says so. */
class HeldContext {
  state = 'suspended'
  readonly audioWorklet = { addModule: () => Promise.resolve() }
  readonly waiting: PromiseWithResolvers<void>[] = []

  constructor() {
    made.push(this)
  }

  resume(): Promise<void> {
    const one = Promise.withResolvers<void>()
    this.waiting.push(one)
    return one.promise
  }

  suspend(): Promise<void> {
    return Promise.resolve()
  }

  getOutputTimestamp() {
    return { contextTime: 0, performanceTime: 0 }
  }

  createGain() {
    return { gain: { setTargetAtTime: () => {} }, connect: () => {}, disconnect: () => {} }
  }

  begin(): void {
    this.state = 'running'
    for (const one of this.waiting.splice(0)) one.resolve()
  }
}

let made: HeldContext[]
/** Ways to the loudspeaker that are open. */
let ways: Set<object>
/** Whether the media worker has somewhere to put frames, as it was told each time. */
let told: boolean[]
let sound: WindowSound

beforeEach(() => {
  vi.useFakeTimers()
  ways = new Set()
  made = []
  told = []
  vi.stubGlobal('AudioContext', HeldContext)
  // The element of the pictures is none here.
  vi.stubGlobal('HTMLVideoElement', EventTarget)
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      readonly port = { addEventListener: () => {}, start: () => {}, postMessage: () => {}, close: () => {} }
      constructor() {
        ways.add(this)
      }
      connect = (next: unknown) => next
      disconnect = () => void ways.delete(this)
    },
  )
  const port = { send: (order: { frames?: unknown }) => void told.push(order.frames !== undefined) } as unknown as MediaPort
  sound = new WindowSound({ winIndex: 0, port, device: new SoundDevice(), element: {} as HTMLElement, onHeard: () => {} })
})
afterEach(() => {
  sound.onGone()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a window that is turned off and on again while its sound is held back is heard once, and says why only once', async () => {
  const first = sound.turnOn()
  await vi.advanceTimersByTimeAsync(PATIENCE_MS / 2)
  sound.turnOff()
  const second = sound.turnOn()
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect([await first, await second]).toEqual([undefined, 'held'])
  made[0]?.begin()
  await vi.advanceTimersByTimeAsync(0)
  expect(sound.state.isOn).toBe(true)
  expect(sound.output).toBeDefined()
  expect(ways.size).toBe(1)
  expect(told).toEqual([false, true])
})

test('an attempt that was given up and fails later ends nothing of the one after it', async () => {
  const first = sound.turnOn()
  const given = made[0]?.waiting.shift()
  sound.turnOff()
  const second = sound.turnOn()
  given?.reject(new Error('It was suspended before it began.'))
  await vi.advanceTimersByTimeAsync(0)
  expect(sound.state.isOn).toBe(true)
  made[0]?.begin()
  expect([await first, await second]).toEqual([undefined, undefined])
  expect(sound.output).toBeDefined()
  expect(told).toEqual([false, true])
})

test('a window that was turned off before its sound could begin is not heard afterwards', async () => {
  const turned = sound.turnOn()
  sound.turnOff()
  made[0]?.begin()
  expect(await turned).toBeUndefined()
  expect(sound.output).toBeUndefined()
  expect(ways.size).toBe(0)
  expect(told).toEqual([false])
})
