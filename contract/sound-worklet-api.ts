/** From a page to the loudspeaker's end of a window's sound. `zeroMs`: when the context's time 0 was heard, epoch ms; `frames`: where the frames come from. */
export type ToPlayout<Port> = { op: 'clock'; zeroMs: number } | { op: 'frames'; frames: Port }

/** What is known of a window's sound, told once a second. */
export interface SoundFigures {
  /** By how much the sound comes after the picture; `undefined` while no picture is shown. */
  behindPictureMs: number | undefined
  /** Frames that came too late to be heard. */
  lateFrames: number
}
export type FromPlayout = SoundFigures

/** From a page to the microphone's end: where frames of samples go (`talkFormat`). The answers are levels from 0 to 1, one for each frame. */
export interface ToCapture<Port> {
  samples: Port
}
