import { proxy } from 'valtio'

/** `unknown`: nothing was to be heard yet, and nobody has pressed anything. `held`: the browser lets the page sound only after somebody has. */
export const soundState = proxy<{ kind: 'unknown' | 'ready' | 'held' | 'none' }>({ kind: 'unknown' })

/** A press counts before the browser has started the sound. */
const START_WITHIN_MS = 300
const BEEP_S = 0.16
const PAUSE_S = 0.06
const FADE_S = 0.012
/** Two tones, upwards; of an urgent alarm three times. Hz. */
const TONES = [784, 1_175]

let context: AudioContext | undefined

/** Whether the browser would let the page sound now, as far as it can be known without trying. */
export function maySound(): boolean {
  return context === undefined ? navigator.userActivation.hasBeenActive : context.state === 'running'
}

async function running(): Promise<AudioContext | undefined> {
  if (!('AudioContext' in globalThis)) {
    soundState.kind = 'none'
    return undefined
  }
  context ??= new AudioContext({ latencyHint: 'interactive' })
  const { state } = context
  if (state !== 'running') {
    // Where the browser holds it back this settles when somebody presses something, or never.
    const late = new Promise((resolve) => setTimeout(resolve, START_WITHIN_MS))
    await Promise.race([context.resume().catch(() => {}), late])
  }
  soundState.kind = context.state === 'running' ? 'ready' : 'held'
  return context.state === 'running' ? context : undefined
}

/** Tries to have the sound started; to be called on a press. True when it is. */
export async function startSound(): Promise<boolean> {
  return (await running()) !== undefined
}

/** Plays the tone of alarms. `volume`: percent. False when the browser holds it back. */
export async function playAlarm({ volume, isUrgent }: { volume: number; isUrgent: boolean }): Promise<boolean> {
  const audio = await running()
  if (audio === undefined) return false
  const times = isUrgent ? 3 : 1
  const tones = Array.from({ length: times }, () => TONES).flat()
  for (const [index, frequency] of tones.entries()) beep(audio, frequency, audio.currentTime + index * (BEEP_S + PAUSE_S), volume / 100)
  return true
}

/** Ends softly: a tone that is cut off clicks. */
function beep(audio: AudioContext, frequency: number, atS: number, loudness: number): void {
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, atS)
  gain.gain.linearRampToValueAtTime(loudness, atS + FADE_S)
  gain.gain.setValueAtTime(loudness, atS + BEEP_S - FADE_S)
  gain.gain.linearRampToValueAtTime(0, atS + BEEP_S)
  tone.connect(gain).connect(audio.destination)
  tone.start(atS)
  tone.stop(atS + BEEP_S)
}
