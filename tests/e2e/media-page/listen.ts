import { heardAtZeroMs } from '#src/data/media/sound/sound-device.ts'
import type { WindowSound } from '#src/data/media/sound/window-sound.ts'

/** Says at which time of the context a tone begins: what is loud after 0.3 s of quiet. */
const processor = `
class Onsets extends AudioWorkletProcessor {
  lastLoud = 0
  process([input]) {
    const samples = input[0] ?? []
    for (let at = 0; at < samples.length; at += 1) {
      if (Math.abs(samples[at]) < 0.02) continue
      const now = currentTime + at / sampleRate
      if (now - this.lastLoud > 0.3) this.port.postMessage(now)
      this.lastLoud = now
    }
    return true
  }
}
registerProcessor('onsets', Onsets)`

/** Hears a window as its loudspeaker does. `onTone`: when a tone begins to be heard, epoch ms, and what the sound card holds back. */
export async function listen(sound: WindowSound, onTone: (atMs: number, outputLatencyMs: number) => void): Promise<void> {
  const { output } = sound
  if (output === undefined) throw new Error('The sound is off.')
  const { context } = output
  await context.audioWorklet.addModule(URL.createObjectURL(new Blob([processor], { type: 'text/javascript' })))
  const onsets = new AudioWorkletNode(context, 'onsets')
  onsets.port.addEventListener('message', ({ data }: MessageEvent<number>) => {
    onTone(heardAtZeroMs(context) + data * 1000, context.outputLatency * 1000)
  })
  onsets.port.start()
  const silence = context.createGain()
  silence.gain.value = 0
  onsets.connect(silence).connect(context.destination)
  output.tap(onsets)
}
