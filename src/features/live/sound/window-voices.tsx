import { lazy, Suspense, useEffect, useSyncExternalStore, type SyntheticEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import { channelKey } from '#shared/channel-key.ts'
import { videoOf } from '../wall/video-windows.ts'
import { mayTalk } from './may-talk.ts'
import { closeTalk, setMayTalk, sounds } from './sound-store.ts'
import { VolumeBar } from './volume-bar.tsx'
import classes from './sound.module.css'

const TalkBar = lazy(() => import('./talk-bar.tsx').then(({ TalkBar }) => ({ default: TalkBar })))

/** Over a window's picture: how loud it is, while it is heard; and what one talks to its camera with, while that is open. */
export function WindowVoices({ window, channel, name }: { window: number; channel: Channel | null | undefined; name: string }) {
  const { sound } = videoOf(window)
  const { isOn } = useSyncExternalStore(sound.subscribe, () => sound.state)
  const may = mayTalk(channel) === 'yes'
  const isTalkOpen = useSnapshot(sounds).talking[window] === true && may
  useEffect(() => setMayTalk(window, may), [window, may])
  const place = channel ? channelKey(channel.sn, channel.chlIndex) : ''
  // Another camera is not the one that was talked to.
  useEffect(() => () => closeTalk(window), [window, place])
  if (!isOn && !isTalkOpen) return null
  return (
    <div className={classes['bars']} data-voices onPointerDown={stay} onDoubleClick={stay}>
      {isTalkOpen && (
        <Suspense>
          <TalkBar window={window} name={name} />
        </Suspense>
      )}
      {isOn && <VolumeBar window={window} name={name} />}
    </div>
  )
}

/** A press here is no drag of the window, and no full screen. */
function stay(event: SyntheticEvent): void {
  event.stopPropagation()
}
