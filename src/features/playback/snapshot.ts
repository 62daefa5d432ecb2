import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { fileNameOf } from '#contract/rules.ts'
import { isTimeZone } from '#shared/time/zone.ts'
import type { PastWindow } from '../../data/media/playback/past-window.ts'
import { putSnapFile } from '../../data/records/media-files.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import type { NamedCamera } from './named-camera.ts'

/** Keeps the picture of a window, of the time when it was taken by the clocks of its site, among the last five snapshots. */
export async function keepPicture(window: PastWindow, camera: NamedCamera | undefined): Promise<void> {
  const { name: cameraName = '', zone } = camera ?? {}
  const clocks = zone !== undefined && isTimeZone(zone) ? zone : undefined
  const createTimeMs = window.state.pictureMs
  const picture = await window.snapshot()
  if (picture === undefined || createTimeMs === undefined) return say('error', i18n._(msg`There is no picture yet.`))
  const fileName = fileNameOf(`${cameraName} ${dateTimeText(createTimeMs, i18n.locale, clocks)}.jpg`)
  await putSnapFile({ fileName, createTimeMs, filePath: fileName, errorCode: 0, cameraName, timeZone: clocks, picture })
  say('done', i18n._(msg`The picture is kept among the snapshots.`))
}
