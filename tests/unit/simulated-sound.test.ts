import { expect, test } from 'vitest'
import { decodeG711, encodePcmu } from '#shared/media/g711.ts'
import type { SoundUnit, SourceUnit } from '#device/agent/channel-source.ts'
import { readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { ChannelSound, FRAME_MS } from '#device/simulator/sound/channel-sound.ts'
import { SAMPLE_RATE_HZ, sceneSound } from '#device/simulator/sound/scene-sound.ts'

const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
const loudness = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

test('G.711 says what its tables say, and µ-law comes back as it went', () => {
  const [mu, a] = [decodeG711(everyByte, 'mu'), decodeG711(everyByte, 'a')]
  const at = (samples: Float32Array, byte: number) => (samples[byte] ?? 0) * 32_768
  expect([0x00, 0x80, 0xff, 0x7f, 0xfe].map((byte) => at(mu, byte))).toEqual([-32_124, 32_124, 0, 0, 8])
  expect([0x2a, 0xaa, 0xd5, 0x55].map((byte) => at(a, byte))).toEqual([-32_256, 32_256, 8, -8])
  // There are two zeros.
  expect([...encodePcmu(mu)]).toEqual([...everyByte].map((byte) => (byte === 0x7f ? 0xff : byte)))
  expect(encodePcmu(Float32Array.of(2, -2))).toEqual(Uint8Array.of(0x80, 0x00))
})

test('what is seen at a gate is heard in the same moment, and between it is quiet', () => {
  const clip = readClip('gate', 'sub')
  const samples = decodeG711(sceneSound(clip), 'mu')
  expect(samples.length / SAMPLE_RATE_HZ).toBe(clip.frames / clip.fps)
  const second = (startMs: number) => samples.subarray((startMs / 1000) * SAMPLE_RATE_HZ, (startMs / 1000 + 1) * SAMPLE_RATE_HZ)
  const happenings = clip.happenings.map(({ atMs }) => atMs)
  for (const atMs of happenings) expect(loudness(second(atMs))).toBeGreaterThan(0.01)
  const quietMs = Array.from({ length: clip.frames / clip.fps }, (_, at) => at * 1000).filter((ms) =>
    happenings.every((atMs) => ms + 1000 <= atMs || ms >= atMs + 3000),
  )
  expect(quietMs.length).toBeGreaterThan(0)
  for (const atMs of quietMs) expect(loudness(second(atMs))).toBeLessThan(0.005)
})

test('a camera with a microphone sends its sound on the clock of its pictures, and what is said to it comes back', async () => {
  const clip = readClip('gate', 'sub')
  const loop = new ClipLoop(clip, 7_300)
  const silence = encodePcmu(new Float32Array(SAMPLE_RATE_HZ))
  const pacer = new Pacer()
  const source = new SimulatedSource([{ main: loop, sub: loop, sound: new ChannelSound(() => silence, 7_300), hasIntercom: true }], pacer)
  const pictures: SourceUnit[] = []
  const sounds: SoundUnit[] = []
  const heard = Promise.withResolvers<void>()
  const said = encodePcmu(new Float32Array(160).fill(0.5))
  const handle = source.open(0, 'sub', {
    opened: ({ sound }) => expect(sound).toEqual({ codec: 'pcmu', sampleRateHz: SAMPLE_RATE_HZ, channels: 1 }),
    unit: (unit) => pictures.push(unit),
    sound: (unit) => {
      sounds.push(unit)
      if (decodeG711(unit.data, 'mu')[0] === decodeG711(said, 'mu')[0]) heard.resolve()
    },
    failed: () => heard.reject(new Error('The stream failed.')),
  })
  const talk = source.talk(0, { opened: () => {}, failed: () => heard.reject(new Error('The talk failed.')) })
  talk.sound({ ptsUs: 1, captureMs: 1, data: said })
  await heard.promise
  handle.close()
  const steps = sounds.slice(1).map((unit, at) => unit.ptsUs - (sounds[at]?.ptsUs ?? 0))
  expect(new Set(steps)).toEqual(new Set([FRAME_MS * 1000]))
  // Both clocks are the same: what they differ by is the same for a picture and for a frame of sound.
  const [picture, sound] = [pictures.at(-1), sounds.at(-1)]
  const lead = ({ ptsUs, captureMs }: { ptsUs: number; captureMs: number }) => ptsUs / 1000 - captureMs
  expect(lead(sound ?? { ptsUs: 0, captureMs: 0 })).toBeCloseTo(lead(picture ?? { ptsUs: 0, captureMs: 0 }), 2)
})
