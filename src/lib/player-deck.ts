import type { SoundRefusal } from './sound-refusal.ts'

/** A stretch of what was recorded, epoch ms. */
export interface PlayedSpan {
  startMs: number
  endMs: number
}

/** The speeds of all players. */
export const playerSpeeds = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16] as const

/**
 * Why pictures are not shown. `unplayable`: the browser makes nothing of them; `lost`: the line to them broke, and they go on by themselves when it is
 * back; `refused`: their link is good no more.
 */
export type Breakage = 'unplayable' | 'lost' | 'refused'

export interface PlayerState {
  atMs: number
  isPlaying: boolean
  speed: number
  /** It stands at its end. */
  isOver: boolean
  /** Which pictures are not shown, and why. */
  broken: ReadonlyMap<number, Breakage>
  /** What is played again and again. */
  loop: PlayedSpan | undefined
}

/** What a player steers, wherever its pictures come from. Pictures are counted from 0. */
export interface PlayerDeck {
  readonly span: PlayedSpan
  subscribe(listener: () => void): () => void
  /** A new object for each change. */
  read(): PlayerState
  play(isPlaying: boolean): void
  seek(atMs: number): void
  setSpeed(speed: number): void
  /** One picture on, or back; it stands still afterwards. */
  step(pictures: 1 | -1): void
  /** Goes back to its begin whenever its end is reached; none: undefined. */
  setLoop(loop: PlayedSpan | undefined): void
  /** Which picture's sound one hears; none: undefined. Answers why it is not heard, where the browser does not let it be. */
  setSound(index: number | undefined, volume: number): Promise<SoundRefusal | undefined>
  /** The picture as it is shown now, whole; undefined where there is none. */
  snapshot(index: number): Promise<Blob | undefined>
  close(): void
}
