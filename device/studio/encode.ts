import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { CodecProcess } from '#device/codec/codec-process.ts'

interface Target {
  file: string
  width: number
  height: number
  /** Constant quality: more is smaller. */
  quality: number
}

/** Bytes that may wait for an encoder, which is slower than what draws. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

/** Encodes packed RGB frames into raw H.264 files of several sizes at once. */
export async function encode(
  frames: Iterable<Uint8Array>,
  width: number,
  height: number,
  fps: number,
  keyFrameInterval: number,
  targets: readonly Target[],
): Promise<void> {
  const encoders = targets.map((target) => encoderOf(target, { width, height }, fps, keyFrameInterval))
  let number = 0
  for (const data of frames) {
    for (const { codec } of encoders) codec.push({ number, isKey: false, data })
    number += 1
    while (encoders.some(({ codec }) => codec.waitingBytes > MOST_WAITING_BYTES)) await pause(10)
  }
  for (const { codec } of encoders) codec.end()
  await Promise.all(encoders.map(({ ended }) => ended))
}

function encoderOf(target: Target, size: { width: number; height: number }, fps: number, keyFrameInterval: number) {
  const { file, width, height, quality } = target
  const closed = `keyint=${keyFrameInterval}:min-keyint=${keyFrameInterval}:scenecut=0:open-gop=0:bframes=0`
  const options = {
    profile: 'high',
    preset: 'slower',
    crf: String(quality),
    // Without the psychovisual tricks, that keep grain alive, a scene that stands still takes a third of the room.
    // Each picture is one slice behind a delimiter, each key frame brings its parameter sets: a reader can cut and start anywhere.
    'x264-params': `aud=1:repeat-headers=1:sliced-threads=0:slices=1:psy=0:qcomp=0.7:${closed}`,
  }
  const out = createWriteStream(file)
  const ended = Promise.withResolvers<void>()
  const codec = new CodecProcess(
    { job: 'encode', source: { ...size, format: 'rgb24' }, width, height, fps, options },
    {
      onPart: ({ data }) => out.write(data),
      onEnd: (message) => {
        out.end()
        if (message.startsWith('ended with 0')) ended.resolve(finished(out))
        else ended.reject(new Error(`The encoder of ${file} ${message}`))
      },
    },
  )
  return { codec, ended: ended.promise }
}
