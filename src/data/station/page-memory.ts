/** Not in TypeScript's types: Chromium only, the second where the page is isolated from all others. */
type Measured = Performance & {
  memory?: { usedJSHeapSize: number }
  measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>
}

/**
 * What the page takes of memory, with its workers, bytes; nothing where the browser does not tell. Chromium collects what was thrown away in all of them before it
 * tells that, within some twenty seconds: V8 by itself lets a screen grow by a fifth in five minutes. Where the page is not isolated, as in `npm run dev`, it is the
 * heap of the page alone, with what waits to be collected.
 */
export async function pageMemory(): Promise<number | undefined> {
  const measured = performance as Measured
  const whole = await measured.measureUserAgentSpecificMemory?.().catch(() => undefined)
  return whole?.bytes ?? measured.memory?.usedJSHeapSize
}

/** Not in TypeScript's types: V8 has it where its browser is started with `--expose-gc`. */
type Collecting = typeof globalThis & { gc?: (how: { type: 'major'; flavor: 'last-resort'; execution: 'async' }) => Promise<void> }

/**
 * Gives back all that was thrown away, and the room that it had, where the browser lets the page do so: the start-up scripts of viewing stations do (docs/kiosk). What
 * is collected for measuring alone leaves code and room of the pages that are gone with the process: after three releases 59 MB, and 40 with this, as at first.
 */
export async function giveMemoryBack(): Promise<void> {
  await (globalThis as Collecting).gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' })
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
