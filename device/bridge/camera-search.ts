import { randomUUID } from 'node:crypto'
import { bridgeLimits, foundByBridge, type BridgeNews, type FoundByBridge } from '#contract/bridge-cameras.ts'
import { discoverCameras, isSameCamera, type FoundCamera } from './onvif/discover.ts'

/** A question gets lost on the way as easily as its answer: it is asked so often. */
const ROUNDS = 2

/**
 * A search of the network for cameras, told of as it goes: each camera once, as many as `bridgeLimits` has, for as long as that says. It ends by
 * itself.
 */
export class CameraSearch {
  readonly id = randomUUID()
  /** What was found, and what is told of each. */
  readonly #answers: FoundCamera[] = []
  readonly #found: FoundByBridge[] = []
  readonly #snOf: (url: string) => string | undefined
  #isOver = false
  #askedMs = Date.now()
  #tell = Promise.withResolvers<void>()

  /** `only`: the network interface to look on. `snOf`: of a camera that the bridge has. */
  constructor(only: string | undefined, snOf: (url: string) => string | undefined) {
    this.#snOf = snOf
    void this.#run(only)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Nobody has asked for news for a while. */
  get isForgotten(): boolean {
    return Date.now() - this.#askedMs > bridgeLimits.forgottenMs
  }

  /** What was found beyond the first `seen`; when there is nothing, it waits a little for it. */
  async news(seen: number): Promise<BridgeNews> {
    this.#askedMs = Date.now()
    if (this.#found.length <= seen && !this.#isOver) {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, bridgeLimits.waitMs)
      await Promise.race([this.#tell.promise, late.promise])
      clearTimeout(timer)
    }
    return { searchId: this.id, cameras: this.#found.slice(seen), isOver: this.#isOver }
  }

  end(): void {
    this.#isOver = true
    this.#announce()
  }

  async #run(only: string | undefined): Promise<void> {
    try {
      for (let round = 0; round < ROUNDS && !this.#isOver; round += 1) {
        await discoverCameras(bridgeLimits.searchMs / ROUNDS, only, (answer) => {
          const isKnown = this.#answers.some((one) => isSameCamera(one, answer))
          if (this.#isOver || isKnown || this.#found.length >= bridgeLimits.found) return
          const { url, name, hardware } = answer
          // A camera whose words do not fit is no camera of ours.
          const camera = foundByBridge.safeParse({ cameraUrl: url, name, model: hardware, sn: this.#snOf(url) })
          if (!camera.success) return
          this.#answers.push(answer)
          this.#found.push(camera.data)
          this.#announce()
        })
      }
    } finally {
      this.end()
    }
  }

  #announce(): void {
    this.#tell.resolve()
    this.#tell = Promise.withResolvers<void>()
  }
}
