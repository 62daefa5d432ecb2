import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { archiveClip } from '../../data/records/archive-clip.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { clipsMs, clipTitle } from '../../ui/event/clip-title.ts'
import type { Places } from './use-places.ts'

/** The clips of all people wait in one queue: nobody fills it alone. */
const MOST = 20

/** Asks before a clip of each event that was chosen is archived: they take space. */
export function ArchiveChosen({ events, places, onClose }: { events: readonly Event[]; places: Places; onClose: () => void }) {
  const { t } = useLingui()
  const licence = useLicenceGuard()
  /** Those that the service has taken, when it is asked again after a refusal. */
  const taken = useRef(new Set<string>())
  const there = events.filter((event) => places.channelOf(event) !== undefined).slice(0, MOST)
  return (
    <LicenceGuard stand={licence} onClose={onClose}>
      <Question
        title={<Plural value={there.length} one="Archive # clip?" other="Archive # clips?" />}
        answer={<Trans>Archive</Trans>}
        onAnswer={async () => {
          for (const event of there.filter(({ eventId }) => !taken.current.has(eventId))) {
            await archiveClip(event, { title: clipTitle(event, places.zoneOf(event)), lengthMs: clipsMs.usual })
            taken.current.add(event.eventId)
          }
          say('done', t`The clips are being archived.`)
          onClose()
        }}
        onClose={onClose}
      >
        <p className={forms['text']}>
          <Trans>Each is one minute long, with the event in its middle.</Trans>{' '}
          {there.length < events.length && <Trans>No more than {MOST} at once, and only of cameras that are still there.</Trans>}
        </p>
      </Question>
    </LicenceGuard>
  )
}
