import type { RecordPiece } from '#contract/record-piece.ts'
import type { VideoWindow } from '#src/data/media/video-window.ts'
import type { RecordFormat } from '#src/lib/file-sound.ts'
import { recordedParts } from '#src/lib/recorded-file.ts'

let pieces: RecordPiece[] = []
let ended: Promise<void> | undefined

/** Begins to record a window. */
export function record(window: VideoWindow): void {
  const { promise, resolve } = Promise.withResolvers<void>()
  pieces = []
  ended = promise
  window.recording.begin({ onPiece: (piece) => pieces.push(piece), onEnd: () => resolve() })
}

export async function endRecord(window: VideoWindow): Promise<void> {
  window.recording.end()
  await ended
}

/** The bytes of the file that was recorded last. */
export function recorded(format: RecordFormat): Promise<number[]> {
  return fileOf(pieces, format)
}

/** A file whose sound are these packets of Opus, beside a picture that nobody can see. */
export function aviOfOpus(packets: Uint8Array[]): Promise<number[]> {
  const picture = Uint8Array.of(0, 0, 0, 1, 0x65)
  const sizes = packets.map((packet) => packet.byteLength)
  const samples = packets.map(() => 960)
  const track = { codec: 'avc1.4d4016', width: 640, height: 360, fps: 15, parameterSets: [] }
  const sound = { format: { codec: 'opus', sampleRateHz: 48_000, channels: 1 } as const, sizes, samples }
  const data = Uint8Array.from([...picture, ...packets.flatMap((packet) => [...packet])])
  return fileOf([{ track, sizes: [picture.byteLength], timesUs: [0], keys: [true], sound, data }], 'avi')
}

async function fileOf(all: RecordPiece[], format: RecordFormat): Promise<number[]> {
  const parts = await recordedParts(all.length, async (number) => all[number], format)
  return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
}
