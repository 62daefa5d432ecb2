import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { proxy } from 'valtio'
import { limits } from '#contract/limits.ts'
import { fileNameOf } from '#contract/rules.ts'
import { coreState } from '../../../data/core/core.ts'
import { countRunning, Recording, type RecordingEnd } from '../../../data/records/recordings.ts'
import { dateTimeText, durationText } from '../../../ui/text/time-text.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { cameraNameOf, zoneOf } from '../tree/camera-name.ts'
import { openGallery } from './gallery-store.ts'
import { videoOf } from '../wall/video-windows.ts'

/** Since when which window is being recorded, epoch ms, and how long it is to be where somebody chose that. `asked`: the window whose length is asked for. */
export const recordings = proxy<{ sinceMs: Record<number, number>; lengthMs: Record<number, number>; asked: number | undefined }>({
  sinceMs: {},
  lengthMs: {},
  asked: undefined,
})
const running = new Map<number, Recording>()

/** Begins to record a window, or ends it. */
export async function toggleRecording(window: number): Promise<void> {
  const recording = running.get(window)
  if (recording) return recording.stop()
  await mayBegin(window)
}

/** Has the recording of a window end by itself after so long, ms; begins one where none runs. Undefined: it has no length but the greatest. */
export async function recordFor(window: number, lengthMs: number | undefined): Promise<void> {
  const recording = running.get(window)
  if (recording === undefined) return mayBegin(window, lengthMs)
  recording.lengthMs = lengthMs ?? limits.recordingMs
  noteLength(window, lengthMs)
}

function noteLength(window: number, lengthMs: number | undefined): void {
  if (lengthMs === undefined) delete recordings.lengthMs[window]
  else recordings.lengthMs[window] = lengthMs
}

async function mayBegin(window: number, lengthMs?: number): Promise<void> {
  if (!videoOf(window).isPlaying) return say('error', i18n._(msg`There is no picture yet.`))
  if (isDrawnByPlugin(window)) return say('error', i18n._(msg`The plugin draws this window itself, and cannot record it.`))
  if (coreState.storage.kind !== 'kept')
    return say('error', i18n._(msg`This browser keeps nothing at the moment, so that nothing can be recorded.`))
  if ((await countRunning()) >= limits.keptRecordings)
    return say('error', i18n._(msg`Five recordings are running already. End one of them first.`))
  await begin(window, lengthMs)
}

/** A plugin that draws its own window brings no pictures into the browser; the specification knows no command by which it would record. */
function isDrawnByPlugin(window: number): boolean {
  const { plugin } = coreState
  return videoOf(window).source === 'plugin' && plugin.kind === 'loaded' && plugin.isNative === true
}

async function begin(window: number, lengthMs?: number): Promise<void> {
  const [cameraName, timeZone] = [cameraNameOf(window), zoneOf(window)]
  const recording = new Recording(videoOf(window), lengthMs ?? limits.recordingMs, (why) => end(window, why))
  running.set(window, recording)
  noteLength(window, lengthMs)
  recordings.sinceMs[window] = recording.startedMs
  const fileName = fileNameOf(`${cameraName} ${dateTimeText(recording.startedMs, i18n.locale, timeZone)}`)
  await recording.start({ cameraName, timeZone, fileName })
}

const goodEnds = {
  asked: msg`The recording is kept.`,
  changed: msg`The camera sends another kind of picture or sound now: the recording goes on in a new file.`,
  size: msg`The recording has ended at its greatest size, and is kept.`,
}
const badEnds = {
  full: msg`No space is left on this computer: the recording has ended. What was recorded until then is kept.`,
  memory: msg`This browser could not write: the recording has ended. What was recorded until then is kept.`,
  gone: msg`The recording was cleared while it ran, and has ended.`,
}

function end(window: number, why: RecordingEnd): void {
  const recording = running.get(window)
  const lengthMs = recordings.lengthMs[window]
  running.delete(window)
  delete recordings.sinceMs[window]
  delete recordings.lengthMs[window]
  if (why === 'full' || why === 'memory' || why === 'gone') return say('error', i18n._(badEnds[why]))
  const length = durationText(recording?.lengthMs ?? limits.recordingMs, i18n.locale)
  const text = why === 'time' ? i18n._(msg`The recording has ended after ${length}, and is kept.`) : i18n._(goodEnds[why])
  say('done', text, { label: i18n._(msg`Show`), run: openGallery })
  // The new file has what is left of the length.
  if (why === 'changed') void begin(window, lengthMs === undefined ? undefined : lengthMs - (recording?.recordedMs ?? 0))
}
