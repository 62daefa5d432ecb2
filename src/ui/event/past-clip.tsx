import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, type ComponentProps } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { timeIn } from '#shared/time/zone.ts'
import type { PlayerDeck } from '../../lib/player-deck.ts'
import { Player } from '../player/player.tsx'
import { zoneMark } from '../text/site-time.ts'
import { chaptersOf } from './chapters.ts'
import { PastPicture } from './past-picture.tsx'
import classes from './past-clip.module.css'

interface PastClipProps {
  deck: PlayerDeck
  past: ComponentProps<typeof PastPicture>['past'] | undefined
  isFromCloud: boolean
  /** Whose it is. */
  name: string
  /** What was seen meanwhile. */
  events: readonly Event[]
  zone: string
  label: string
  onSnapshot: (picture: Blob, atMs: number) => void
}

/** What a camera recorded around a moment, with what it saw as chapters. */
export function PastClip({ deck, past, isFromCloud, name, events, zone, label, onSnapshot }: PastClipProps) {
  const { i18n } = useLingui()
  const chapters = useMemo(() => chaptersOf(events, zone, i18n), [events, zone, i18n])
  return (
    <div role="group" aria-label={label}>
      <Player
        deck={deck}
        pictures={[{ id: 'past', name, picture: <div className={classes['picture']}>{past && <PastPicture past={past} />}</div> }]}
        chapters={chapters}
        clockOf={(atMs) => timeIn(atMs, zone, 'HH:mm:ss') + zoneMark(atMs, i18n.locale, zone)}
        said={isFromCloud && <Trans>From the cloud</Trans>}
        onSnapshot={(picture, _index, atMs) => onSnapshot(picture, atMs)}
      />
    </div>
  )
}
