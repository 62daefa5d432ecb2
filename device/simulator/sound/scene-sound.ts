import { encodePcmu } from '#shared/media/g711.ts'
import type { ClipEntry } from '../clip.ts'
import type { Happening } from '../happening.ts'

export const SAMPLE_RATE_HZ = 8_000
/** The room behind everything else: barely there. */
const ROOM = 0.004

/** What is heard `s` seconds after a happening begins, from -1 to 1; `noise` is a random number of the same range. */
type Voice = (s: number, noise: number) => number

/** Dies away to a third in `fadeS`. */
const fading = (s: number, fadeS: number) => Math.exp(-s / fadeS)
const tone = (s: number, hertz: number) => Math.sin(2 * Math.PI * hertz * s)

/** Six steps on hard ground, two in a second. */
const footsteps: Voice = (s, noise) => {
  const sinceStepS = s % 0.5
  return s > 3 ? 0 : 0.25 * fading(sinceStepS, 0.02) * (0.6 * noise + 0.4 * tone(sinceStepS, 110))
}
/** An engine that comes and goes. */
const engine: Voice = (s, noise) => {
  const near = Math.sin((Math.PI * Math.min(s, 3)) / 3)
  return 0.2 * near * (0.5 * tone(s, 55) + 0.3 * tone(s, 82.5) + 0.2 * noise)
}
/** Two notes, as a door or a till makes them. */
const chime: Voice = (s) => 0.2 * (s < 0.25 ? fading(s, 0.15) * tone(s, 880) : fading(s - 0.25, 0.2) * tone(s, 660))

/** How long a happening is heard. */
const VOICE_S = 3

function voiceOf({ kind }: Happening): Voice {
  if (kind === 'person') return footsteps
  return kind === 'vehicle' ? engine : chime
}

/** Random numbers from -1 to 1, always the same ones. */
function* noises(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield state / 2 ** 31 - 1
  }
}

/** The sound of a scene's clip, as long as the clip, as PCMU of 8 kHz: each happening is heard from the moment at which it is seen. */
export function sceneSound({ happenings, frames, fps }: Pick<ClipEntry, 'happenings' | 'frames' | 'fps'>): Uint8Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round((frames / fps) * SAMPLE_RATE_HZ))
  const noise = noises()
  for (let at = 0; at < samples.length; at += 1) samples[at] = ROOM * noise.next().value
  for (const happening of happenings) {
    const voice = voiceOf(happening)
    const start = Math.round((happening.atMs / 1000) * SAMPLE_RATE_HZ)
    for (let after = 0; after < VOICE_S * SAMPLE_RATE_HZ; after += 1) {
      const at = (start + after) % samples.length
      samples[at] = (samples[at] ?? 0) + voice(after / SAMPLE_RATE_HZ, noise.next().value)
    }
  }
  return encodePcmu(samples)
}
