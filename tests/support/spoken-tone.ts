import { decodeG711, encodePcmu } from '#shared/media/g711.ts'
import { talkFormat } from '#contract/sound.ts'
import type { RtpPacket } from '#device/bridge/rtsp/rtp.ts'

const { sampleRateHz, frameBytes, frameMs } = talkFormat

/** A tone in frames of `talkFormat`, one behind the other; the first begins at 5 s. */
export function spokenTone(hz: number, frames: number): { ptsUs: number; data: Uint8Array<ArrayBuffer> }[] {
  const sample = (at: number) => 0.5 * Math.sin((2 * Math.PI * hz * at) / sampleRateHz)
  return Array.from({ length: frames }, (_, number) => ({
    ptsUs: 5_000_000 + number * frameMs * 1000,
    data: encodePcmu(Float32Array.from({ length: frameBytes }, (_value, at) => sample(number * frameBytes + at))),
  }))
}

/** What is in these packets, put together by their times: how much of its power is the tone (1: nothing else), and how many samples are missing. */
export function heardTone(packets: readonly RtpPacket[], law: 'mu' | 'a', hz: number): { share: number; missing: number } {
  const start = packets[0]?.timestamp ?? 0
  const places = packets.map(({ timestamp }) => (timestamp - start) >>> 0)
  const length = Math.max(...packets.map(({ payload }, at) => (places[at] ?? 0) + payload.length))
  const samples = new Float32Array(length).fill(NaN)
  packets.forEach(({ payload }, at) => samples.set(decodeG711(payload, law), places[at]))
  const missing = samples.filter(Number.isNaN).length
  const whole = samples.map((sample) => (Number.isNaN(sample) ? 0 : sample))
  const turn = (2 * Math.PI * hz) / sampleRateHz
  const along = (wave: (angle: number) => number) => whole.reduce((sum, sample, at) => sum + sample * wave(turn * at), 0)
  const power = whole.reduce((sum, sample) => sum + sample * sample, 0)
  return { share: (along(Math.sin) ** 2 + along(Math.cos) ** 2) / (power * (length / 2)), missing }
}
