import type { RecordSound } from '#contract/record-piece.ts'
import type { SoundFormat } from '#contract/sound.ts'
import { SoundLane } from '#shared/media/sound-lane.ts'

/** The sound of a recording since its first picture, on a lane beside the pictures. */
export class RecordedSound extends SoundLane<SoundFormat> {
  /** Whole frames that were laid down since they were taken last, as a piece has them. */
  takePiece(): { sound: RecordSound; frames: Uint8Array[] } {
    const frames = this.takeFrames()
    const sizes = frames.map(({ data }) => data.byteLength)
    const samples = frames.map((frame) => frame.samples)
    return { sound: { format: this.format, sizes, samples }, frames: frames.map(({ data }) => data) }
  }
}
