import { msg } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { fileNameOf } from '#contract/rules.ts'
import { shareFiles } from '../../../lib/share-file.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { zoneOf } from '../tree/camera-name.ts'
import { videoOf } from '../wall/video-windows.ts'

/** Shares the picture that a window shows, or saves it where the system cannot share. */
export async function sharePicture(window: number, cameraName: string): Promise<void> {
  const takenAtMs = Date.now()
  const bytes = await videoOf(window).snapshot()
  if (bytes === undefined) return say('error', i18n._(msg`There is no picture yet.`))
  const name = fileNameOf(`${cameraName} ${dateTimeText(takenAtMs, i18n.locale, zoneOf(window))}.jpg`)
  if ((await shareFiles([new File([bytes], name, { type: 'image/jpeg' })])) === 'saved') say('done', i18n._(msg`The picture is saved.`))
}
