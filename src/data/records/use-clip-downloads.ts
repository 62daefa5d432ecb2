import { useSnapshot } from 'valtio'
import { coreState } from '../core/core.ts'
import { downloadsDialog } from './downloads.ts'
import { downloadAround, type AskedParts, type Part } from './recorded-parts.ts'

/** Downloads of what cameras recorded around moments: for `DownloadClips`. */
export function useClipDownloads() {
  const { isServiceReachable } = useSnapshot(coreState)
  return {
    isReachable: isServiceReachable,
    nowMs: () => Date.now() + coreState.clockOffsetMs,
    ask: (clips: readonly Part[]): Promise<AskedParts> => downloadAround(clips),
    show: () => {
      downloadsDialog.isOpen = true
    },
  }
}
