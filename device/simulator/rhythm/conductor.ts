import type { Paced, Pacer } from '../pacer.ts'
import { LineWatch } from '../motion/line-watch.ts'
import type { SimulatedCamera } from '../simulated-camera.ts'
import { readSnapshot } from '../snapshot.ts'
import { Outages } from './outages.ts'
import { paces, type Pace } from './paces.ts'
import { Programme, type Planned } from './programme.ts'
import { RhythmPlayer } from './rhythm-player.ts'

/** The same everywhere, so that two people who look at the same minute see the same. */
const SEED = 20_261_125

/** Has all cameras tell what they see in one rhythm, which can be changed. */
export class Conductor {
  readonly #cameras: readonly SimulatedCamera[]
  readonly #pacer: Pacer
  #playing: Paced[] = []
  #pace: Pace = 'off'

  constructor(cameras: readonly SimulatedCamera[], pacer: Pacer) {
    this.#cameras = cameras
    this.#pacer = pacer
  }

  get pace(): Pace {
    return this.#pace
  }

  /** From now on the cameras tell at this pace, `off`: nothing by themselves. */
  setPace(pace: Pace, nowMs = Date.now()): void {
    for (const one of this.#playing) this.#pacer.remove(one)
    this.#pace = pace
    const plan = paces[pace]
    this.#playing = []
    if (!('roundMs' in plan)) return
    const programme = new Programme(this.#cameras, { seed: SEED, roundMs: plan.roundMs })
    this.#playing.push(new RhythmPlayer(programme, (planned) => this.#tell(planned), nowMs))
    this.#playing.push(new LineWatch(this.#cameras, nowMs))
    if (plan.hasOutages) this.#playing.push(new Outages(this.#cameras, plan.roundMs, nowMs))
    for (const one of this.#playing) this.#pacer.add(one)
  }

  #tell({ camera, atMs, event, picture, seen }: Planned): void {
    const from = this.#cameras[camera]
    const snapshot = readSnapshot(picture)
    from?.device.saw({ chlIndex: from.chlIndex, atMs, ...event, ...(snapshot && { snapshot }) }, seen)
  }
}
