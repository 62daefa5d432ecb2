import { existsSync, readFileSync } from 'node:fs'

/** A snapshot travels in a message and lies in the repository: it is small. */
export const MOST_SNAPSHOT_BYTES = 30_000

/** Where a picture lies. Of what happens in a scene it is named after the scene and the time of its loop. */
export function snapshotFile(picture: string): URL {
  return new URL(`./clips/snapshots/${picture}.jpg`, import.meta.url)
}

/** A picture by its name, a JPEG in base64; `undefined` when none was made. */
export function readSnapshot(picture: string): string | undefined {
  const file = snapshotFile(picture)
  return existsSync(file) ? readFileSync(file).toString('base64') : undefined
}
