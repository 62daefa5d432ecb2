import type { TalkFault } from '#contract/sound.ts'

/** What a window's camera has for the ear; `unknown` until it has been asked. */
type SoundSource = 'unknown' | 'there' | 'none' | 'unsupported'

/** The sound of a window. */
export interface SoundState {
  readonly source: SoundSource
  /** Somebody wants to hear it. */
  readonly isOn: boolean
}

/** Why there is no microphone to be had: the person or the browser refuses, there is none, or another program holds it. */
export type MicrophoneFault = 'denied' | 'missing' | 'in-use'

/** A person's talking to the camera of a window. */
export type TalkState =
  | { readonly kind: 'off' }
  /** The person is asked for the microphone, and the camera whether it listens. */
  | { readonly kind: 'asking' }
  /** The person is heard at the camera. */
  | { readonly kind: 'on' }
  /** `talker`: who else talks to the camera, when it is busy. */
  | { readonly kind: 'failed'; readonly reason: TalkFault | MicrophoneFault; readonly talker?: string | undefined }
