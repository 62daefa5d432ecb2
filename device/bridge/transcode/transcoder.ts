import { spawn, type ChildProcess } from 'node:child_process'
import type { SourceUnit } from '#device/agent/channel-source.ts'
import { ffmpegCommand } from '#device/agent/ffmpeg.ts'
import { toAnnexB } from '../rtsp/annex-b.ts'
import { parseSps } from '../rtsp/h264-sps.ts'
import type { PictureInfo } from '../rtsp/video-codec.ts'
import { FlvReader } from './flv-reader.ts'
import { matroskaHead, matroskaPicture } from './matroska.ts'

/** What may wait for a process that is too slow: beyond it pictures are left out up to the next key frame. */
const MOST_WAITING_BYTES = 2 * 1024 * 1024
/** Pictures that may be inside the process at once: those of the longest group that is caught up with, and some seconds more. */
const MOST_INSIDE = 1_200
/** Between the times that pictures are given for the process, whatever the camera's rate: by them an encoded picture is known again. */
const STEP_MS = 40
const FLV_TIME_WRAP_MS = 2 ** 31
/** More is not seen in a window, and takes a processor. */
const MOST_WIDTH = 1920

interface TranscoderEvents {
  onFormat(info: PictureInfo): void
  onUnit(unit: SourceUnit): void
  /** Once, when the process has ended by itself, or could not begin. */
  onEnd(message: string): void
}

type Times = Omit<SourceUnit, 'data' | 'isKey'>

/** Makes H.264 of the H.265 pictures of a stream, each at once and with its own times: an ffmpeg process, which ends when its input does. */
export class Transcoder {
  readonly #events: TranscoderEvents
  readonly #child: ChildProcess
  /** Pictures inside the process, by their running number. */
  readonly #inside = new Map<number, Times>()
  #next = 0
  #sets: Uint8Array[] = []
  #lastPtsUs = -Infinity
  #waitsForKey = true
  #isClosed = false
  #words = ''

  /** `filmed`: the size of the pictures. */
  constructor(filmed: { width: number; height: number }, events: TranscoderEvents) {
    this.#events = events
    this.#child = spawn(ffmpegCommand(), options, { stdio: ['pipe', 'pipe', 'pipe'] })
    const reader = new FlvReader({ onSets: (sets) => this.#learn(sets), onPicture: (picture) => this.#take(picture) })
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#isClosed || reader.push(chunk))
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#words = (this.#words + chunk.toString()).slice(-200)))
    // Whatever goes wrong, `close` follows.
    this.#child.on('error', (error) => (this.#words = error.message))
    this.#child.stdin?.on('error', () => {})
    this.#child.stdin?.write(matroskaHead(filmed.width, filmed.height))
    this.#child.once('close', (code) => {
      if (!this.#isClosed) events.onEnd(`ended with ${code}: ${this.#words.trim()}`)
    })
  }

  /** Takes a unit of H.265, from a key frame on. */
  push({ data, isKey, ...times }: SourceUnit): void {
    const { stdin } = this.#child
    if (stdin === null || !stdin.writable) return
    if (stdin.writableLength > MOST_WAITING_BYTES) this.#waitsForKey = true
    else if (isKey) this.#waitsForKey = false
    if (this.#waitsForKey) return
    const number = this.#next++
    this.#inside.set(number, times)
    // A process that swallows pictures and gives none back is of no use to anybody.
    if (this.#inside.size > MOST_INSIDE) this.#child.kill('SIGKILL')
    stdin.write(matroskaPicture(number * STEP_MS, isKey, data))
  }

  close(): void {
    this.#isClosed = true
    this.#child.kill('SIGKILL')
  }

  #learn(sets: Uint8Array[]): void {
    this.#sets = sets.map((set) => new Uint8Array(set))
    const info = this.#sets[0] && parseSps(this.#sets[0])
    if (info) this.#events.onFormat(info)
  }

  #take({ isKey, timeMs, nals }: { isKey: boolean; timeMs: number; nals: Uint8Array[] }): void {
    const times = this.#timesOf(timeMs)
    if (times === undefined) return
    // A picture that shows another one's time again must not stand still.
    const ptsUs = Math.max(times.ptsUs, this.#lastPtsUs + 1)
    this.#lastPtsUs = ptsUs
    const data = new Uint8Array(toAnnexB(isKey ? [...this.#sets, ...nals] : nals))
    this.#events.onUnit({ ...times, ptsUs, isKey, data })
  }

  /** Of the picture that went in with this number; what went in before it and never came out could not be decoded. */
  #timesOf(timeMs: number): Times | undefined {
    for (const [number, times] of this.#inside) {
      this.#inside.delete(number)
      if ((number * STEP_MS) % FLV_TIME_WRAP_MS === timeMs) return times
    }
    return undefined
  }
}

const input = ['-probesize', '32', '-analyzeduration', '0', '-flags', 'low_delay', '-f', 'matroska', '-i', 'pipe:0']
const encoder = ['-preset', 'veryfast', '-tune', 'zerolatency', '-crf', '24', '-g', '50', '-bf', '0', '-pix_fmt', 'yuv420p']
/** The clock of the input goes through, whatever rate the camera claims: it bears the numbers of the pictures. */
const timing = ['-enc_time_base', '-1']
const size = ['-vf', `scale='min(${MOST_WIDTH},iw)':-2`]
const output = [...size, '-c:v', 'libx264', ...encoder, ...timing, '-flush_packets', '1', '-f', 'flv', 'pipe:1']
/** Both containers say how long each picture is, so that none has to wait for the next one. */
const options = ['-hide_banner', '-loglevel', 'error', '-protocol_whitelist', 'pipe', ...input, '-an', ...output]
