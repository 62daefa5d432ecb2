import { open } from 'node:fs/promises'
import { FilePathSource } from 'mediabunny'
import { aviOfMp4 } from '#shared/avi/avi-of-mp4.ts'

/**
 * Writes the video of an MP4 file as AVI. False when there is no video in it that AVI takes, more than 2 GB of it, or when it is called
 * off. Throws when a file cannot be read or written.
 */
export async function writeAvi(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  const avi = await aviOfMp4(new FilePathSource(from), () => signal.aborted)
  if (avi === undefined) return false
  const file = await open(to, 'w')
  try {
    for await (const bytes of avi) await file.writeFile(bytes)
  } finally {
    await file.close()
  }
  return !signal.aborted
}
