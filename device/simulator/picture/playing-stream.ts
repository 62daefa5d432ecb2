import type { StreamHandle, StreamSink } from '#device/agent/channel-source.ts'
import type { ClipLoop } from '../clip-loop.ts'
import type { Paced, Pacer } from '../pacer.ts'
import { simulatedSoundFormat, type ChannelSound } from '../sound/channel-sound.ts'
import type { LookBook } from './look-book.ts'
import { formatOf, isPlain, restyleJobOf, streamOf, type BaseStreams } from './look.ts'
import { StyledLive } from './styled-live.ts'

/** Further off than this the machine slept or its clock was set: the stream begins anew instead of catching up. */
const OUT_OF_STEP_MS = 2_000

/** Where the units of a loop go that are played by the clock. */
interface Player {
  /** Tells what comes; again after a gap. */
  begin(): void
  take(number: number, isPast: boolean): void
  readonly hasSound: boolean
  close(): void
}

class PlayingStream implements Paced {
  dueMs = 0
  readonly #loop: ClipLoop
  readonly #sound: ChannelSound | undefined
  readonly #sink: StreamSink
  readonly #player: Player
  #next = 0
  #nextSound = 0

  constructor(loop: ClipLoop, sound: ChannelSound | undefined, sink: StreamSink, player: Player) {
    this.#loop = loop
    this.#sound = sound
    this.#sink = sink
    this.#player = player
    this.#begin(Date.now())
  }

  run(nowMs: number): void {
    if (Math.abs(nowMs - this.dueMs) > OUT_OF_STEP_MS) return this.#begin(nowMs)
    for (; this.#loop.captureMs(this.#next) <= nowMs; this.#next += 1) this.#player.take(this.#next, false)
    if (this.#sound !== undefined) this.#playSound(this.#sound, nowMs)
    this.#setDue()
  }

  #playSound(sound: ChannelSound, nowMs: number): void {
    for (; sound.endMs(this.#nextSound) <= nowMs; this.#nextSound += 1) {
      if (this.#player.hasSound) this.#sink.sound(sound.frame(this.#nextSound))
    }
  }

  #begin(nowMs: number): void {
    this.#player.begin()
    const newest = this.#loop.newestAt(nowMs)
    for (this.#next = this.#loop.keyAtOrBefore(newest); this.#next <= newest; this.#next += 1) {
      this.#player.take(this.#next, this.#next < newest)
    }
    this.#nextSound = this.#sound?.numberAt(nowMs) ?? 0
    this.#setDue()
  }

  close(): void {
    this.#player.close()
  }

  #setDue(): void {
    this.dueMs = Math.min(this.#loop.captureMs(this.#next), this.#sound?.endMs(this.#nextSound) ?? Number.POSITIVE_INFINITY)
  }
}

interface Shown {
  pacer: Pacer
  loop: ClipLoop
  sound: ChannelSound | undefined
  sink: StreamSink
  /** As it was told to be; as it came without. */
  looked: { book: LookBook; chlIndex: number; base: BaseStreams; stream: 'main' | 'sub' } | undefined
  asH264: boolean
}

/** Plays a stream of a channel as it is now. */
export function playNow({ pacer, loop, sound: heard, sink, looked, asH264 }: Shown): StreamHandle {
  const look = looked?.book.now(looked.chlIndex) ?? {}
  const sound = look.hasSound === false ? undefined : heard
  const inSound = sound && { sound: simulatedSoundFormat }
  const play = (player: Player) => {
    const playing = new PlayingStream(loop, sound, sink, player)
    pacer.add(playing)
    return {
      close: () => {
        pacer.remove(playing)
        playing.close()
      },
    }
  }
  if (looked === undefined || isPlain(look, looked.base, looked.stream)) {
    const { codec, width, height, fps } = loop.clip
    return play({
      begin: () => sink.opened({ codec, width, height, fps, ...inSound }),
      take: (number, isPast) => sink.unit(loop.unit(number, isPast)),
      hasSound: sound !== undefined,
      close: () => {},
    })
  }
  const told = streamOf(look, looked.base, looked.stream)
  const stream = asH264 ? { ...told, codec: 'H264' as const } : told
  const format = { ...formatOf(stream), ...inSound }
  const job = restyleJobOf(look, stream, 'h264', looked.book.timeZone)
  let live: StyledLive | undefined
  return play({
    begin: () => {
      live?.close()
      live = new StyledLive(loop, job, format, sink)
    },
    take: (number, isPast) => live?.push(number, isPast),
    get hasSound() {
      return live?.isOpened === true
    },
    close: () => live?.close(),
  })
}
