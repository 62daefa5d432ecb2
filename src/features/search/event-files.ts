import { t } from '@lingui/core/macro'
import type { Event } from '#contract/calls/event/event.ts'
import { fileNameOf } from '#contract/rules.ts'
import { askCore } from '../../data/core/core.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { saveFile, shareFiles } from '../../lib/share-file.ts'
import { clipTitle } from '../../ui/event/clip-title.ts'

/** What the system is given at once: most of those that take pictures take no more. */
const MOST_SHARED = 10

/** The picture of an event as a file, named by what, where and when; undefined when it cannot be had. */
async function pictureOf(event: Event, zone: string): Promise<File | undefined> {
  const bytes = event.pictureUrl === null ? undefined : await askCore('picture', event.pictureUrl)
  return bytes && new File([bytes], `${fileNameOf(clipTitle(event, zone))}.jpg`, { type: 'image/jpeg' })
}

/** Saves the pictures of events, one file each. */
export async function savePictures(events: readonly Event[], zoneOf: (event: Event) => string): Promise<void> {
  let saved = 0
  for (const event of events) {
    const file = await pictureOf(event, zoneOf(event))
    if (file === undefined) continue
    saveFile(file)
    saved += 1
  }
  if (saved === 0) say('error', t`There is no picture that could be had.`)
  else say('done', saved === 1 ? t`The picture is saved.` : t`The pictures are saved.`)
}

/** Gives the pictures of events to the system to share; where there is no such thing they are saved. */
export async function sharePictures(events: readonly Event[], zoneOf: (event: Event) => string): Promise<void> {
  if (events.length > MOST_SHARED) return say('error', t`At most ${MOST_SHARED} pictures are shared at once.`)
  const files = await Promise.all(events.map((event) => pictureOf(event, zoneOf(event))))
  const there = files.filter((file) => file !== undefined)
  if (there.length === 0) return say('error', t`There is no picture that could be had.`)
  if ((await shareFiles(there)) === 'saved') say('done', there.length === 1 ? t`The picture is saved.` : t`The pictures are saved.`)
}
