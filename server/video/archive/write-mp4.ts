import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import { mediaCodecs } from '#contract/media.ts'
import { ClipUnavailable, type Clip } from './fetch-clip.ts'
import { FileSound } from './file-sound.ts'

const US = 1_000_000
/** When a clip has one picture alone and its device does not say how many there are in a second. */
const USUAL_FPS = 25

/**
 * Writes a clip as an MP4 file whose table of contents comes first, so that it plays while it loads. Pre-roll lies before time zero:
 * players decode it and do not show it. The sound begins with what is shown. Rejects with `ClipUnavailable` when the pictures are none that could be written.
 */
export async function writeMp4({ format, units }: Clip): Promise<Uint8Array> {
  const pictures = units.filter(({ kind }) => kind === 'video')
  const codec = pictures[0]?.codec === mediaCodecs.h265 ? 'hevc' : 'avc'
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source)
  const sound = FileSound.of(format.sound)
  if (sound !== undefined) output.addAudioTrack(sound.source, { name: sound.name })
  const zeroUs = (pictures.find((unit) => !unit.isPreroll) ?? pictures[0])?.ptsUs ?? 0
  const usualUs = US / (format.fps > 0 ? format.fps : USUAL_FPS)
  try {
    await output.start()
    for (const [index, unit] of pictures.entries()) {
      const nextUs = pictures[index + 1]?.ptsUs ?? unit.ptsUs + usualUs
      const atS = (unit.ptsUs - zeroUs) / US
      const packet = new EncodedPacket(unit.data, unit.isKey ? 'key' : 'delta', atS, (nextUs - unit.ptsUs) / US, index)
      await source.add(
        packet,
        index === 0 ? { decoderConfig: { codec: format.codec, codedWidth: format.width, codedHeight: format.height } } : undefined,
      )
    }
    for (const { kind, ptsUs, data } of units) if (kind === 'sound') sound?.take(ptsUs - zeroUs, data)
    await sound?.end((pictures.at(-1)?.ptsUs ?? zeroUs) + usualUs - zeroUs)
    await output.finalize()
  } catch (fault) {
    throw new ClipUnavailable('recording-not-delivered', `the clip cannot be written: ${String(fault)}`)
  }
  if (target.buffer === null) throw new Error('A finished file without bytes')
  return new Uint8Array(target.buffer)
}
