import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { proxy } from 'valtio'
import { limits } from '#contract/limits.ts'
import { fileNameOf } from '#contract/rules.ts'
import { coreState } from '../../../data/core/core.ts'
import { countRunning, Recording, type RecordingEnd } from '../../../data/records/recordings.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { cameraNameOf } from '../tree/camera-name.ts'
import { openGallery } from './gallery-store.ts'
import { videoOf } from '../wall/video-windows.ts'

/** Since when which window is being recorded, epoch ms. */
export const recordings = proxy<{ sinceMs: Record<number, number> }>({ sinceMs: {} })
const running = new Map<number, Recording>()
const MINUTES = limits.recordingMs / 60_000

/** Begins to record a window, or ends it. */
export async function toggleRecording(window: number): Promise<void> {
  const recording = running.get(window)
  if (recording) return recording.stop()
  if (!videoOf(window).isPlaying) return say('error', i18n._(msg`There is no picture yet.`))
  if (isDrawnByPlugin(window)) return say('error', i18n._(msg`The plugin draws this window itself, and cannot record it.`))
  if (coreState.storage.kind !== 'kept')
    return say('error', i18n._(msg`This browser keeps nothing at the moment, so that nothing can be recorded.`))
  if ((await countRunning()) >= limits.keptRecordings)
    return say('error', i18n._(msg`Five recordings are running already. End one of them first.`))
  await begin(window)
}

/** A plugin that draws its own window brings no pictures into the browser; the specification knows no command by which it would record. */
function isDrawnByPlugin(window: number): boolean {
  const { plugin } = coreState
  return videoOf(window).source === 'plugin' && plugin.kind === 'loaded' && plugin.isNative === true
}

async function begin(window: number): Promise<void> {
  const cameraName = cameraNameOf(window)
  const recording = new Recording(videoOf(window), (why) => end(window, why))
  running.set(window, recording)
  recordings.sinceMs[window] = recording.startedMs
  await recording.start({ cameraName, fileName: fileNameOf(`${cameraName} ${dateTimeText(recording.startedMs, i18n.locale)}`) })
}

const goodEnds = {
  asked: msg`The recording is kept.`,
  changed: msg`The camera sends another kind of picture or sound now: the recording goes on in a new file.`,
  time: msg`The recording has ended after ${MINUTES} minutes, and is kept.`,
  size: msg`The recording has ended at its greatest size, and is kept.`,
}
const badEnds = {
  full: msg`No space is left on this computer: the recording has ended. What was recorded until then is kept.`,
  memory: msg`This browser could not write: the recording has ended. What was recorded until then is kept.`,
  gone: msg`The recording was cleared while it ran, and has ended.`,
}

function end(window: number, why: RecordingEnd): void {
  running.delete(window)
  delete recordings.sinceMs[window]
  if (why === 'full' || why === 'memory' || why === 'gone') return say('error', i18n._(badEnds[why]))
  say('done', i18n._(goodEnds[why]), { label: i18n._(msg`Show`), run: openGallery })
  if (why === 'changed') void begin(window)
}
