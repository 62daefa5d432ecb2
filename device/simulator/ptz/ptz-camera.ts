import { ptzLimits, type PtzAct, type PtzEdit, type PtzRenewal, type PtzState, type PtzStatus } from '#contract/ptz.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import { edited, requireRoomForTrack, told, withTrack, type PtzMemory } from './ptz-memory.ts'
import { PtzHead } from './ptz-head.ts'

/** Where a camera keeps its presets, cruises and tracks. */
export interface PtzStore {
  readonly memory: PtzMemory
  keep(memory: PtzMemory, logLine: string): void
}

/** A simulated pan-tilt-zoom camera: its head and its memory, and what each can be told. Everything counts by the clock that it is given. */
export class PtzCamera {
  readonly #store: PtzStore
  readonly #now: () => number
  readonly #head: PtzHead
  #recordingName: string | undefined

  constructor(store: PtzStore, now: () => number) {
    this.#store = store
    this.#now = now
    this.#head = new PtzHead(now())
  }

  /** The head as it is now. */
  get head(): PtzHead {
    this.#head.advance(this.#now())
    return this.#head
  }

  state(): PtzState {
    const { presets, cruises, cruisePresets, tracks } = ptzLimits
    return {
      capabilities: { presets, cruises, cruisePresets, tracks, hasFocus: true, hasIris: true },
      status: this.head.status,
      ...told(this.#store.memory),
    }
  }

  /** Throws `Refusal`: `not-found`, `busy` (a cruise without presets). */
  act(act: PtzAct): PtzStatus {
    const { head } = this
    if (act.act === 'move') head.move(act.moveId, act.motion, act.speed)
    else if (act.act === 'centre') head.centre(act)
    else if (act.act === 'area') head.area(act)
    else if (act.act === 'preset-go') head.goTo(find(this.#store.memory.presets, act.index).pose, act.index)
    else if (act.act === 'cruise-run') this.#runCruise(act.index)
    else if (act.act === 'track-run') head.runTrack(find(this.#store.memory.tracks, act.index))
    else this.#end(act)
    return head.status
  }

  /** Throws `Refusal`: `taken-over`. */
  renew({ moveId, motion, speed }: PtzRenewal): PtzStatus {
    const { head } = this
    if (!head.renew(moveId, motion, speed)) throw new Refusal('taken-over')
    return head.status
  }

  /** Throws `Refusal`: `name-taken`, `full`, `not-found`, `bad-value`, `busy` (it records already). */
  edit(edit: PtzEdit): PtzState {
    const { head } = this
    if (edit.edit === 'track-record') {
      if (this.#recordingName !== undefined) throw new Refusal('busy')
      requireRoomForTrack(this.#store.memory, edit.name)
      this.#recordingName = edit.name
      head.record()
    } else {
      this.#store.keep(edited(this.#store.memory, edit, head.pose), `${edit.edit}: ${'name' in edit ? edit.name : edit.index}`)
      if (edit.edit === 'preset-delete' || edit.edit === 'cruise-delete' || edit.edit === 'cruise-edit') head.stopTour()
    }
    return this.state()
  }

  #runCruise(index: number): void {
    const { presets, cruises } = this.#store.memory
    const stops = find(cruises, index).presets.map((stop) => ({ ...stop, pose: find(presets, stop.index).pose }))
    if (stops.length === 0) throw new Refusal('busy')
    this.#head.runTour({ index, stops })
  }

  #end(act: Extract<PtzAct, { act: 'stop' | 'cruise-stop' | 'track-stop' }>): void {
    this.#head.stop(act.act === 'stop' ? act.moveId : undefined)
    // Letting go of one direction to take another is no end of a recording.
    if (act.act !== 'track-stop' || this.#recordingName === undefined) return
    const points = this.#head.endRecord()
    const name = this.#recordingName
    this.#recordingName = undefined
    if (points !== undefined) this.#store.keep(withTrack(this.#store.memory, name, points), `track recorded: ${name}`)
  }
}

function find<T extends { index: number }>(list: readonly T[], index: number): T {
  const found = list.find((one) => one.index === index)
  if (found === undefined) throw new Refusal('not-found', 'index')
  return found
}
