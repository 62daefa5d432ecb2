import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ffmpegCommand } from '#device/agent/ffmpeg.ts'

interface Target {
  file: string
  width: number
  height: number
  /** Constant quality: more is smaller. */
  quality: number
}

function output({ file, width, height, quality }: Target, keyFrameInterval: number): string[] {
  const closed = `keyint=${keyFrameInterval}:min-keyint=${keyFrameInterval}:scenecut=0:open-gop=0:bframes=0`
  return [
    '-map',
    '0:v',
    '-vf',
    `scale=${width}:${height}:flags=area:out_color_matrix=bt709:out_range=tv`,
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'slower',
    '-crf',
    String(quality),
    '-pix_fmt',
    'yuv420p',
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
    // Without the psychovisual tricks, that keep grain alive, a scene that stands still takes a third of the room.
    // Each picture is one slice behind a delimiter, each key frame brings its parameter sets: a reader can cut and start anywhere.
    '-x264-params',
    `aud=1:repeat-headers=1:sliced-threads=0:slices=1:psy=0:qcomp=0.7:${closed}`,
    '-f',
    'h264',
    file,
  ]
}

/** Encodes packed RGB frames into raw H.264 files of several sizes at once. */
export async function encode(
  frames: Iterable<Uint8Array>,
  width: number,
  height: number,
  fps: number,
  keyFrameInterval: number,
  targets: readonly Target[],
): Promise<void> {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(fps), '-i', '-']
  const child = spawn(
    ffmpegCommand(),
    ['-y', '-loglevel', 'error', ...input, ...targets.flatMap((target) => output(target, keyFrameInterval))],
    {
      stdio: ['pipe', 'inherit', 'inherit'],
    },
  )
  const ended = once(child, 'close')
  for (const frame of frames) {
    if (!child.stdin.write(frame)) await Promise.race([once(child.stdin, 'drain'), ended])
  }
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with code ${code}`)
}
