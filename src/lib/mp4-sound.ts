import { box, fullBox, mp4a, soundEntryOf, u16, u32 } from '#shared/media/mp4-boxes.ts'
import type { FileSound } from './file-sound.ts'
import { streamInfo } from '#shared/media/flac-frames.ts'

/** How the sound of an MP4 file is to be decoded. `samples`: of each channel, in the whole file. */
export function soundEntry({ coding, rateHz, channels, config = new Uint8Array() }: FileSound, samples: number): Uint8Array {
  const shape = { channels, rateHz }
  if (coding === 'opus') return soundEntryOf('Opus', shape, box('dOps', [0, channels, ...u16(0), ...u32(rateHz), ...u16(0), 0]))
  if (coding === 'aac') return mp4a(shape, config)
  const info = streamInfo({ rateHz, channels, samples })
  return soundEntryOf('fLaC', shape, fullBox('dfLa', 0, 0, [0x80, 0, 0, info.length], info))
}
