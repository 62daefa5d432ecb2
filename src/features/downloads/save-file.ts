import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ListedDownload } from '#contract/core-api.ts'
import { downloadedFile } from '../../data/records/downloads.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** Not in every browser, and not in TypeScript's list. */
type Picker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>

/** The address of a file has to last until the browser has begun to save it. */
const ADDRESS_KEPT_MS = 60_000

/**
 * Gives the person the file of a finished download: where they say, if the browser can ask for that, else as a download of the browser's own. Called
 * on a press of a button, which the question needs.
 */
export async function saveFile({ taskId, fileName }: Pick<ListedDownload, 'taskId' | 'fileName'>): Promise<void> {
  const { showSaveFilePicker: pick } = globalThis as { showSaveFilePicker?: Picker }
  try {
    const target = pick && (await pick({ suggestedName: fileName }))
    const file = await downloadedFile(taskId)
    if (file === undefined) return say('error', i18n._(msg`Some of the file is damaged. Restart the download: only that is fetched again.`))
    const isOther = fileName.endsWith('.avi') && (await isMp4(file))
    const avi = isOther ? await (await import('./as-avi.ts')).asAvi(file) : undefined
    // What AVI cannot hold stays what it is.
    const name = isOther && avi === undefined ? fileName.replace(/\.avi$/, '.mp4') : fileName
    if (target === undefined) return saveByLink(avi === undefined ? file : await new Response(avi).blob(), name)
    await (avi ?? file.stream()).pipeTo(await target.createWritable())
    say('done', i18n._(msg`Saved.`))
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'AbortError') return
    if (!(fault instanceof DOMException)) throw fault
    say('error', i18n._(msg`The file could not be written there. Choose another place, or free some space.`))
  }
}

/** Archives and recordings of the cloud are that at the service, and AVI as downloads (rule 1.5). */
async function isMp4(file: Blob): Promise<boolean> {
  return (await file.slice(4, 8).text()) === 'ftyp'
}

function saveByLink(file: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_KEPT_MS)
}
