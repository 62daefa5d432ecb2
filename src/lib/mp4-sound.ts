import { box, fullBox, u16, u32, zeros } from '#shared/media/mp4-boxes.ts'
import type { FileSound } from './file-sound.ts'
import { streamInfo } from './flac-frames.ts'

/** How the sound of an MP4 file is to be decoded. `samples`: of each channel, in the whole file. */
export function soundEntry({ coding, rateHz, channels, config = new Uint8Array() }: FileSound, samples: number): Uint8Array {
  const shape = [...zeros(6), ...u16(1), ...zeros(8), ...u16(channels), ...u16(16), ...zeros(4), ...u16(rateHz), ...u16(0)]
  if (coding === 'opus') return box('Opus', shape, box('dOps', [0, channels, ...u16(0), ...u32(rateHz), ...u16(0), 0]))
  if (coding === 'aac') return box('mp4a', shape, fullBox('esds', 0, 0, aacDescriptor([...config])))
  const info = streamInfo({ rateHz, channels, samples })
  return box('fLaC', shape, fullBox('dfLa', 0, 0, [0x80, 0, 0, info.length], info))
}

/** ISO/IEC 14496-1, section 7.2.6: a stream of AAC (0x40) that is sound (0x15). */
function aacDescriptor(config: number[]): number[] {
  const part = (tag: number, content: number[]) => [tag, content.length, ...content]
  const decoder = part(4, [0x40, 0x15, ...zeros(11), ...part(5, config)])
  return part(3, [...u16(0), 0, ...decoder, ...part(6, [2])])
}
