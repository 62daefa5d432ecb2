import { limits } from '#contract/limits.ts'
import type { Seal } from '../store/seal.ts'
import type { ServiceTime } from './service-time.ts'

/** Activity is written down at most this often. */
const WRITE_EVERY_MS = 15_000

/** When somebody last did something, over all tabs of all builds, by the service's clock. */
export class Activity {
  readonly #time: ServiceTime
  readonly #seal: Seal
  #atMs = 0
  #writtenAtMs = 0

  constructor(time: ServiceTime, seal: Seal) {
    this.#time = time
    this.#seal = seal
  }

  /** When the person will be signed out if nothing happens. */
  get endsAtMs(): number {
    return this.#atMs + limits.idleLogoutMs
  }

  /** Somebody did something, or live video is playing. */
  async note(): Promise<void> {
    this.#atMs = this.#time.nowMs()
    if (this.#atMs - this.#writtenAtMs >= WRITE_EVERY_MS) await this.write()
  }

  /** Somebody signed in. */
  begin(): Promise<void> {
    this.#atMs = this.#time.nowMs()
    return this.write()
  }

  async write(): Promise<void> {
    this.#writtenAtMs = this.#atMs
    await this.#seal.writeActivity(this.#atMs)
  }

  /** Looks at what the other builds' tabs and those before a restart have done. Nobody has done anything in the future. */
  async lookAround(): Promise<void> {
    const keptMs = (await this.#seal.readActivity()) ?? 0
    this.#atMs = Math.max(this.#atMs, Math.min(keptMs, this.#time.nowMs()))
  }

  forget(): void {
    this.#atMs = 0
    this.#writtenAtMs = 0
  }
}
