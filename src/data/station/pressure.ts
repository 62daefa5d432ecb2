import type { StationPressure } from '#contract/station.ts'

/** Compute Pressure, in Chromium alone, and not known to TypeScript. */
interface Observer {
  observe(source: 'cpu', options: { sampleInterval: number }): Promise<void>
}
type Watching = typeof globalThis & {
  PressureObserver?: new (hear: (records: readonly { state: StationPressure }[]) => void) => Observer
}

const EVERY_MS = 5_000

/** How hard the processor of this machine is at work. Browsers tell no temperature; this is what they tell of a machine that gets too warm. */
export class PressureGauge {
  /** Null while the browser tells nothing. */
  state: StationPressure | null = null

  /** Begins to hear of it, where the browser tells. */
  begin(): void {
    const { PressureObserver } = globalThis as Watching
    if (PressureObserver === undefined) return
    const observer = new PressureObserver((records) => (this.state = records.at(-1)?.state ?? this.state))
    // Some machines have no sensor for it.
    observer.observe('cpu', { sampleInterval: EVERY_MS }).catch(() => undefined)
  }
}
