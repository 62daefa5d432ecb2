import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deviceState, type DeviceState } from './device-state.ts'

const MOST_LOG_LINES = 400

/** The kept state of one simulated device. What cannot be read any more begins anew, as after a reset to factory settings. */
export class StateFile {
  readonly #file: string
  #state: DeviceState

  constructor(dataFolder: string, sn: string, first: () => DeviceState) {
    const folder = join(dataFolder, 'simulator', 'state')
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, `${sn}.json`)
    this.#state = read(this.#file) ?? first()
  }

  get now(): DeviceState {
    return this.#state
  }

  /** Keeps these changes, with a line of the device's log. */
  change(changes: Partial<Omit<DeviceState, 'log'>>, logLine: string): void {
    const log = [...this.#state.log, { atMs: Date.now(), text: logLine }].slice(-MOST_LOG_LINES)
    this.#state = { ...this.#state, ...changes, log }
    writeFileSync(`${this.#file}.new`, `${JSON.stringify(this.#state, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(`${this.#file}.new`, this.#file)
  }
}

function read(file: string): DeviceState | undefined {
  try {
    return deviceState.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}
