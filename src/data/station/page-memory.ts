/** Not in TypeScript's types: Chromium only, the second where the page is isolated from all others. */
type Measured = Performance & {
  memory?: { usedJSHeapSize: number }
  measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>
}

/** What the page takes of memory, bytes; nothing where the browser does not tell. */
export async function pageMemory(): Promise<number | undefined> {
  const measured = performance as Measured
  const whole = await measured.measureUserAgentSpecificMemory?.().catch(() => undefined)
  return whole?.bytes ?? measured.memory?.usedJSHeapSize
}

/** What is used goes up and down with what waits to be collected, and with what is just being shown: the least of so many looks is what stays. */
const LOOKS = 5
const MOST_GROWTH = 1.25
/** Below this much more it is not worth a renewal. */
const LEAST_GROWTH_BYTES = 32e6

/** Knows whether what stays in memory has grown since the page began. One look a minute. */
export class MemoryWatch {
  readonly #last: number[] = []
  #firstBytes: number | undefined

  note(bytes: number): void {
    this.#last.push(bytes)
    if (this.#last.length > LOOKS) this.#last.shift()
    if (this.#last.length === LOOKS) this.#firstBytes ??= this.#staysBytes
  }

  get hasGrown(): boolean {
    if (this.#firstBytes === undefined) return false
    return this.#staysBytes > Math.max(this.#firstBytes * MOST_GROWTH, this.#firstBytes + LEAST_GROWTH_BYTES)
  }

  get #staysBytes(): number {
    return Math.min(...this.#last)
  }
}
