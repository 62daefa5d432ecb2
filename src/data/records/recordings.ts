import { mediaFileKey, type KeepResult, type MediaFile } from '#contract/media-file.ts'
import { pluginCodes } from '#contract/plugin/plugin-codes.ts'
import { recordedMs, type RecordEnd, type RecordPiece } from '#contract/record-piece.ts'
import { mostFileBytes } from '../../lib/record-bytes.ts'
import { askCore, tabId } from '../core/core.ts'
import type { VideoWindow } from '../media/video-window.ts'

/** The first AVI ends at 2 GB. */
const MOST_BYTES = 1_900_000_000
const POSTER_WIDTH_PX = 640

/** Why a recording ended: because a person wished it or what it showed did, at its greatest length or size, or since it could not be kept. */
export type RecordingEnd = RecordEnd | 'time' | 'size' | Exclude<KeepResult, 'kept'>

/** Codes of the entry, as the plugin has them for files that it cannot write (rule 3.13). */
function errorCodeOf(why: RecordingEnd): number {
  return why === 'full' || why === 'memory' ? pluginCodes.writeDenied : 0
}

/** One recording of a window, which goes into this browser piece by piece. */
export class Recording {
  readonly startedMs = Date.now()
  /** It ends by itself with the piece that reaches this length. */
  lengthMs: number
  /** How much of it there is. */
  recordedMs = 0
  readonly #video: VideoWindow
  readonly #onEnd: (why: RecordingEnd) => void
  #key = ''
  #number = 0
  #bytes = 0
  #why: RecordingEnd | undefined
  /** A piece that could not be kept leaves a hole: none behind it is of use. */
  #isTorn = false
  #last: Promise<void> = Promise.resolve()

  constructor(video: VideoWindow, lengthMs: number, onEnd: (why: RecordingEnd) => void) {
    this.#video = video
    this.lengthMs = lengthMs
    this.#onEnd = onEnd
  }

  /** `fileName` is without its ending. */
  async start({ fileName, ...camera }: Pick<MediaFile, 'cameraName' | 'timeZone' | 'fileName'>): Promise<void> {
    const picture = await this.#video.snapshot(POSTER_WIDTH_PX)
    const file: MediaFile = { ...camera, fileName, createTimeMs: this.startedMs, filePath: fileName, errorCode: 0, picture }
    this.#key = mediaFileKey(file)
    await askCore('putMediaFile', 'record', { ...file, recordingTabId: tabId })
    if (this.#why !== undefined) return this.#end(this.#why)
    this.#video.recording.begin({ onPiece: (piece) => this.#take(piece), onEnd: (why) => void this.#end(why) })
  }

  stop(why: RecordingEnd = 'asked'): void {
    this.#why ??= why
    this.#video.recording.end()
  }

  #take(piece: RecordPiece): void {
    const number = this.#number++
    this.#bytes += mostFileBytes(piece)
    this.#last = this.#last.then(() => this.#keep(number, piece))
    this.recordedMs = recordedMs(piece)
    if (this.recordedMs >= this.lengthMs) this.stop('time')
    else if (this.#bytes >= MOST_BYTES) this.stop('size')
  }

  async #keep(number: number, piece: RecordPiece): Promise<void> {
    if (this.#isTorn) return
    const result = await askCore('putRecordPiece', this.#key, number, piece).catch((): KeepResult => 'memory')
    if (result === 'kept') return
    this.#isTorn = true
    this.stop(result)
  }

  async #end(why: RecordingEnd): Promise<void> {
    await this.#last
    const ended = this.#why ?? why
    // The core finds out by itself what it could not be told: at the latest when this tab is gone.
    await askCore('endRecording', this.#key, errorCodeOf(ended)).catch(() => {})
    this.#onEnd(ended)
  }
}

/** How many recordings run now, in all tabs. */
export async function countRunning(): Promise<number> {
  const files = await askCore('mediaFiles', 'record')
  return files.filter(({ recordingTabId }) => recordingTabId !== undefined).length
}
