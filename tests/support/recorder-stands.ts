import { rm } from 'node:fs/promises'
import { afterEach } from 'vitest'
import { recorderStand } from './record-clip.ts'

/** Recorders of a file's tests: each is closed, and its folder removed, when its test is over. `forget` leaves those of now as they are, as killed ones. */
export function recorderStands() {
  const stands: Awaited<ReturnType<typeof recorderStand>>[] = []
  afterEach(async () => {
    for (const { recorder, folder } of stands.splice(0)) {
      await recorder.close().catch(() => {})
      await rm(folder, { recursive: true })
    }
  })
  const start = async (...options: Parameters<typeof recorderStand>) => {
    const stand = await recorderStand(...options)
    stands.push(stand)
    return stand
  }
  return { start, forget: () => void stands.splice(0) }
}
