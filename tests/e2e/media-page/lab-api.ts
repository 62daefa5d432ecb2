import type { Snapshot } from '#contract/core-api.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { ReplayOrder, ReplayState, WindowStats } from '#contract/media-api.ts'
import type { SoundFormat } from '#contract/sound.ts'
import type { SoundFigures } from '#contract/sound-worklet-api.ts'
import type { SoundState } from '#src/data/media/sound/sound-state.ts'
import type { WindowState } from '#src/data/media/window-state.ts'
import type { RecordFormat } from '#src/lib/file-sound.ts'
import type { SoundRefusal } from '#src/lib/sound-refusal.ts'

/** What came out of a decoder. */
export interface DecodedSound {
  frames: number
  sampleRateHz: number
  /** The largest sample, from 0 to 1. */
  loudest: number
}

/** Video windows in the hand of a test, on a page without the rest of the app. */
export interface Lab {
  /** Makes the wall; all windows are mounted and empty. */
  start(windows: number): void
  /** The camera has a main stream alone unless others are named. */
  show(window: number, sn: string, offered?: StreamKind[]): void
  clear(window: number): void
  state(window: number): WindowState
  stats(window: number): WindowStats | undefined
  /** Every kind of state that the window has been in, in order. */
  history(window: number): string[]
  /** The counter on the window's picture, read from its pixels. */
  read(window: number): number | undefined
  /** Paints the window's picture, and the next ones, into a canvas each. Answers the counters on them. */
  paint(window: number, pictures: number): Promise<(number | undefined)[]>
  /** Notes from now on each picture that the window shows. */
  watch(window: number): void
  /** What was noted: the counter, -1 when there is none to be read, and a sum over all pixels. */
  seen(window: number): [counter: number, sum: number][]
  /** Turns the sound of a window on or off. Needs a click before. */
  hear(window: number, isOn: boolean): Promise<SoundRefusal | undefined>
  soundOf(window: number): SoundState
  /** How the sound of a window is, as its worklet says. */
  soundFigures(window: number): SoundFigures | undefined
  /** Notes from now on when pictures are shown and when tones begin to be heard, epoch ms. */
  watchAndListen(window: number): Promise<void>
  noted(): { shown: { counter: number; atMs: number }[]; heard: number[]; outputLatencyMs: number }
  /** Records a window until that is ended; then the bytes of the file that it has become. */
  record(window: number): void
  endRecord(window: number): Promise<void>
  recorded(format: RecordFormat): Promise<number[]>
  /** The bytes of an AVI whose sound came as the tone of Opus. */
  aviOfOpus(): Promise<number[]>
  /** Has a window show its past, or go about in it. */
  replay(window: number, order: ReplayOrder): void
  replayState(window: number): ReplayState | undefined
  /** Decodes these frames (their bytes), or a tone of Opus when there are none. */
  decode(format: SoundFormat, frames?: number[][]): Promise<DecodedSound | 'unsupported'>
  setPlugin(isLoaded: boolean): void
  /** Whether the service can be reached. */
  setReachable(isReachable: boolean): void
  /** How often the core was told that live video is watched. */
  activities(): number
  setHidden(isHidden: boolean): void
  snapshots(): Pick<Snapshot, 'sn' | 'takenAtMs'>[]
  /** First bytes of the last snapshot kept. */
  lastSnapshotHead(): number[]
}
