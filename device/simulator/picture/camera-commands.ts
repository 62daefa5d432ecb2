import type { CameraChange, PictureLine, VideoStream } from '#contract/camera-settings.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { canWrite } from '#device/codec/letters.ts'
import type { LookBook } from './look-book.ts'
import { choicesOf, settingsOf, type BaseStreams, type Look } from './look.ts'

export interface LookedChannel {
  base: BaseStreams
  /** It has a microphone. */
  isHeard: boolean
}

/** What a simulated device answers when it is asked for the picture and sound of a channel, or told to change them. */
export function cameraCommands(channels: readonly LookedChannel[], book: LookBook): CommandHandlers {
  function channelOf(chlIndex: number): LookedChannel {
    const channel = channels[chlIndex]
    if (channel === undefined) throw new Refusal('not-found', 'chlIndex')
    return channel
  }
  function tell(chlIndex: number) {
    const { base, isHeard } = channelOf(chlIndex)
    return settingsOf(chlIndex, book.now(chlIndex), base, isHeard, book.of(chlIndex).motion)
  }
  return {
    'camera-get': ({ chlIndex }) => tell(chlIndex),
    'camera-set': (change) => {
      const { chlIndex } = change
      const channel = channelOf(chlIndex)
      check(change, channel)
      const { motion = book.of(chlIndex).motion } = change
      const named = Object.keys(change).filter((name) => name !== 'chlIndex')
      book.change(chlIndex, changed(book.now(chlIndex), change), motion, `channel ${chlIndex + 1}: ${named.join(', ')} changed`)
      return tell(chlIndex)
    },
  }
}

function changed(before: Look, { streams = [], hasSound, overlay, imaging, masks }: CameraChange): Look {
  const others = (before.streams ?? []).filter(({ stream }) => !streams.some((one) => one.stream === stream))
  const all = [...others, ...streams]
  return {
    streams: all.length === 0 ? undefined : all,
    hasSound: hasSound ?? before.hasSound,
    overlay: overlay ?? before.overlay,
    imaging: imaging ? { ...before.imaging, ...imaging } : before.imaging,
    masks: masks ?? before.masks,
  }
}

/** Throws `Refusal` for what the camera cannot show. */
function check({ streams = [], hasSound, overlay, imaging, motion }: CameraChange, { base, isHeard }: LookedChannel): void {
  for (const [index, stream] of streams.entries()) {
    const wrong = wrongIn(stream, base[stream.stream])
    if (wrong !== undefined) throw new Refusal('bad-value', `streams.${index}.${wrong}`)
  }
  if (hasSound !== undefined && !isHeard) throw new Refusal('bad-value', 'hasSound')
  // Its letters are those of the keyboard that it was built for.
  if (overlay && !canWrite(overlay.text)) throw new Refusal('bad-value', 'overlay.text')
  if (imaging?.sharpness !== undefined) throw new Refusal('bad-value', 'imaging.sharpness')
  if (motion?.lines.some(isPoint) === true) throw new Refusal('bad-value', 'motion.lines')
}

function wrongIn(stream: VideoStream, base: VideoStream): keyof VideoStream | undefined {
  const { sizes, mostFps, leastKbps, mostKbps, mostKeyDistance } = choicesOf(base)
  if (!sizes.some(({ width, height }) => width === stream.width && height === stream.height)) return 'width'
  if (stream.fps > mostFps) return 'fps'
  if (stream.kbps < leastKbps || stream.kbps > mostKbps) return 'kbps'
  return stream.keyDistance > mostKeyDistance ? 'keyDistance' : undefined
}

function isPoint({ from, to }: PictureLine): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) < 0.01
}
