import type { Language } from '#contract/enums.ts'
import type { Ports } from './ports.ts'

const KEY = 'choices'

/**
 * The language of this machine, whoever is signed in. Pages keep it where they find it before anything is asked, which is on the disk seconds later
 * only: what is written here is there whatever ends then, and holds where the two differ.
 */
export class MachineLanguage {
  readonly #ports: Ports
  readonly #onChange: () => void
  #chosen: Language | undefined

  constructor(ports: Ports, onChange: () => void) {
    this.#ports = ports
    this.#onChange = onChange
  }

  get chosen(): Language | undefined {
    return this.#chosen
  }

  /** Reads it, at the start or when another core has written it. */
  async read(): Promise<void> {
    this.#chosen = (await this.#ports.store.machine.get(KEY))?.language
  }

  async choose(language: Language): Promise<void> {
    await this.#ports.store.machine.put(KEY, { language }, this.#ports.clock.nowMs())
    this.#chosen = language
    this.#onChange()
  }
}
