import { queryOptions } from '@tanstack/react-query'
import { mediaFileKey, type MediaFile, type MediaFileKind } from '#contract/media-file.ts'
import { askCore, tabId } from '../core/core.ts'

/** What the gallery shows: the last five of each, the newest first. The core says when it is something else (`follow-core.ts`). */
export const mediaFilesQuery = queryOptions({
  queryKey: ['media-files'],
  queryFn: async () => {
    const [snaps, records] = await Promise.all([askCore('mediaFiles', 'snap'), askCore('mediaFiles', 'record')])
    return { snaps, records }
  },
  staleTime: 0,
  gcTime: 0,
})

/** Keeps a picture of a window. What is beyond the last five goes. */
export function putSnapFile(file: MediaFile): Promise<void> {
  return askCore('putMediaFile', 'snap', file)
}

/** Has the plugin take the picture of a window that it shows, into its folder. Throws `CallError`, not announced. */
export async function pluginSnap(winIndex: number, shown: Pick<MediaFile, 'cameraName' | 'timeZone' | 'picture'>): Promise<void> {
  await askCore('pluginSnap', { tabId, winIndex }, shown)
}

/** Takes a file out of the list. The answer is the way back, for a few seconds. */
export async function deleteMediaFile(kind: MediaFileKind, file: MediaFile): Promise<() => void> {
  const key = mediaFileKey(file)
  await askCore('deleteMediaFile', kind, key)
  return () => void askCore('restoreMediaFile', kind, key)
}
