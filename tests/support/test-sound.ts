import { aacOf } from './ffmpeg.ts'

/** Sound that a test camera plays in a loop: no two of its frames are alike, so that each is known again. */
export interface TestSound {
  /** what the session description says of it */
  payloadType: number
  description: string[]
  clockRate: number
  frameTicks: number
  frames: Uint8Array[]
  /** AAC frames stand behind their headers (RFC 3640) */
  isAac: boolean
  /** frames in one packet, for AAC */
  framesPerPacket: number
}

/** Two seconds of G.711 in frames of 20 ms. */
export function g711(law: 'PCMU' | 'PCMA'): TestSound {
  const frames = Array.from({ length: 100 }, (_, index) => new Uint8Array(160).fill(index + 1))
  return {
    payloadType: law === 'PCMU' ? 0 : 8,
    description: [],
    clockRate: 8_000,
    frameTicks: 160,
    frames,
    isAac: false,
    framesPerPacket: 1,
  }
}

/** Some seconds of AAC, one channel of 16 kHz, encoded now: a tone that rises, under noise. */
export function aac(framesPerPacket = 1): TestSound {
  const frames = aacOf('aevalsrc=0.3*sin(200*t*t)+0.1*random(0):s=16000:d=3', 16_000)
  const parameters = 'streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408'
  const description = ['a=rtpmap:97 MPEG4-GENERIC/16000/1', `a=fmtp:97 ${parameters}`]
  return { payloadType: 97, description, clockRate: 16_000, frameTicks: 1024, frames, isAac: true, framesPerPacket }
}

/** The payload of an RTP packet with these frames. */
export function soundPayload({ isAac }: Pick<TestSound, 'isAac'>, frames: readonly Uint8Array[]): Buffer {
  if (!isAac) return Buffer.concat(frames)
  const headers = Buffer.alloc(2 + frames.length * 2)
  headers.writeUInt16BE(frames.length * 16, 0)
  frames.forEach((frame, at) => headers.writeUInt16BE(frame.length << 3, 2 + at * 2))
  return Buffer.concat([headers, ...frames])
}
