import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { proxy, ref } from 'valtio'
import { fileNameOf } from '#contract/rules.ts'
import { faultOf } from '../../../lib/fault.ts'
import { pluginSnap, putSnapFile } from '../../../data/records/media-files.ts'
import { pluginErrorText } from '../../../ui/text/plugin-error-text.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { cameraNameOf, zoneOf } from '../tree/camera-name.ts'
import { pastOf } from '../look-back/look-back.ts'
import { videoOf } from '../wall/video-windows.ts'

/** How long the small picture of what was taken stays. */
const SHOWN_MS = 5_000

interface Shot {
  id: number
  /** image/jpeg; missing when the plugin alone has it. */
  picture: Uint8Array<ArrayBuffer> | undefined
}

/** What was just taken of which window, to be shown in it for a moment. */
export const shots = proxy<{ byWindow: Record<number, Shot> }>({ byWindow: {} })
let lastId = 0

function show(window: number, picture: Uint8Array<ArrayBuffer> | undefined): void {
  const id = ++lastId
  shots.byWindow[window] = { id, picture: picture && ref(picture) }
  setTimeout(() => {
    if (shots.byWindow[window]?.id === id) delete shots.byWindow[window]
  }, SHOWN_MS)
}

/**
 * Takes the picture that a window shows, at its full size, and keeps it among the last five. Where the plugin shows the window it writes the
 * picture into its folder too; what it cannot do, this browser does alone.
 */
export async function takeSnapshot(window: number): Promise<void> {
  const video = videoOf(window)
  const [cameraName, timeZone] = [cameraNameOf(window), zoneOf(window)]
  const past = pastOf(window)
  const pastMs = past?.state.pictureMs ?? video.replay.state?.atMs
  const createTimeMs = pastMs ?? Date.now()
  const picture = await (past ?? video).snapshot()
  // The plugin knows what is live alone.
  if (video.source === 'plugin' && pastMs === undefined) {
    const fault = await faultOf(pluginSnap(window, { cameraName, timeZone, picture }))
    if (fault === undefined) return show(window, picture)
    if (picture === undefined) return say('error', pluginErrorText(fault))
  }
  if (picture === undefined) return say('error', i18n._(msg`There is no picture yet.`))
  const fileName = fileNameOf(`${cameraName} ${dateTimeText(createTimeMs, i18n.locale, timeZone)}.jpg`)
  await putSnapFile({ fileName, createTimeMs, filePath: fileName, errorCode: 0, cameraName, timeZone, picture })
  show(window, picture)
}
