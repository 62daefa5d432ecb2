import { fileURLToPath } from 'node:url'
import type { StreamCaps } from '#contract/stream-caps.ts'
import { loadClip, type Clip } from '#tests/support/clip.ts'

/** A clip whose pictures carry a counter, as the fixtures folder has it. */
export interface BenchClip {
  path: string
  clip: Clip
  caps: StreamCaps
}

function benchClip(file: string, caps: Omit<StreamCaps, 'codec' | 'stream'>): BenchClip {
  const path = fileURLToPath(new URL(`../../fixtures/${file}`, import.meta.url))
  const clip = loadClip(path)
  const profile = Buffer.from(clip.sets[0] ?? []).toString('hex', 1, 4)
  return { path, clip, caps: { ...caps, stream: 'main', codec: `avc1.${profile}` } }
}

export const clips = {
  '360p15': benchClip('counter-640x360-15.h264', { width: 640, height: 360, fps: 15 }),
  '720p25': benchClip('counter-1280x720-25.h264', { width: 1280, height: 720, fps: 25 }),
}
export type ClipName = keyof typeof clips
