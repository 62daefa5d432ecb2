/** Main profile, level 5.1: what cameras of up to 4K film in, their parameter sets with the pictures. */
const CODEC = 'hev1.1.6.L153.B0'

let answer: Promise<boolean> | undefined

/** Whether this browser decodes H.265, which depends on its machine as well: it is asked once. Cameras are seen in H.264 otherwise. */
export function decodesH265(): Promise<boolean> {
  answer ??= ask()
  return answer
}

async function ask(): Promise<boolean> {
  if (!('VideoDecoder' in globalThis)) return false
  const { supported } = await VideoDecoder.isConfigSupported({ codec: CODEC, optimizeForLatency: true })
  return supported === true
}
