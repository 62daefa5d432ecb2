import type { StreamFault } from '#contract/enums.ts'
import type { MediaMessage } from '#contract/media.ts'
import type { PlayMode } from '#contract/plugin/play-mode.ts'
import type { RelayLink } from './relay-link.ts'

/** The way to the tab that shows the window. */
export interface WindowSink {
  /** False until the tab has opened its media socket. */
  readonly hasSocket: boolean
  /** False while the tab has no media socket, or its media socket takes no more. */
  readonly canTake: boolean
  sendUnit(data: Uint8Array): void
  sendMessage(message: MediaMessage): void
}

/** Pictures up to the newest one, as Annex B access units from a key frame on. */
export interface Pictures {
  codec: number
  units: Uint8Array[]
}

/** One window of a tab, whatever it shows: live video or the past. */
export interface TabWindow {
  readonly sn: string
  readonly chlIndex: number
  readonly isPlayback: boolean
  /** 1 for live video. */
  readonly speed: number
  /** Percent; at 0 no sound is sent. */
  volume: number
  /** Its person wants to hear it, or no more. */
  hear(isOn: boolean): void
  /** Its person wants to be heard at the camera, or has done; the tab is told how it goes. */
  talk(isOn: boolean): void
  /** An encoded frame of what its person says. */
  speak(frame: Uint8Array): void
  playMode: PlayMode
  /** Shows what it has to show, through this connection from now on. */
  connect(upstream: RelayLink): void
  /** The connection to the service is gone; the window waits for the next one. */
  disconnect(fault: StreamFault): void
  close(): void
  setHeight(heightPx: number): void
  /** 0 is a pause. Of live video there is no speed. */
  setSpeed(speed: number): void
  /** The tab has a new media socket, which knows nothing yet. */
  restart(): void
  /** What is seen now; `undefined` when there is nothing yet. */
  pictures(): Pictures | undefined
}
