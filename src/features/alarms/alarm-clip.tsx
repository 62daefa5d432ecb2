import { Trans, useLingui } from '@lingui/react/macro'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconRepeat from '@tabler/icons-react/dist/esm/icons/IconRepeat.mjs'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import type { PastWindow } from '../../data/media/playback/past-window.ts'
import { playbackDeck, timeOf } from '../../data/media/playback/playback-deck.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { PastPicture } from '../../ui/event/past-picture.tsx'
import { clockText } from '../../ui/text/time-text.ts'
import { useClipPlace } from './use-clip-place.ts'
import classes from './panel.module.css'

/** What is played before the moment and after it. */
const BEFORE_MS = 5_000
const AFTER_MS = 10_000
/** How often it is looked whether the end has come. */
const LOOK_MS = 200

/** What the camera recorded around a moment: plays at once, and stands still at its end. */
export function AlarmClip({ camera: { sn, chlIndex }, atMs }: { camera: ChannelRef; atMs: number }) {
  const { t } = useLingui()
  const deck = playbackDeck()
  const clock = useSyncExternalStore(deck.subscribe, () => deck.clock)
  const [past, setPast] = useState<PastWindow>()
  const [nowMs, setNowMs] = useState(atMs - BEFORE_MS)
  const endMs = atMs + AFTER_MS
  const from = useClipPlace({ sn, chlIndex }, past, atMs - BEFORE_MS, endMs)
  const isOver = nowMs >= endMs
  useLayoutEffect(() => {
    setPast(deck.show([{ sn, chlIndex, stream: 'main' }], from)[0])
    return () => {
      setPast(undefined)
      deck.end()
    }
  }, [deck, sn, chlIndex, from])
  useEffect(() => playFrom(atMs - BEFORE_MS), [sn, chlIndex, atMs, from])
  useEffect(() => {
    if (!clock.isPlaying) return
    const timer = setInterval(() => {
      const shownMs = timeOf(clock)
      setNowMs(shownMs)
      if (shownMs >= endMs) deck.order({ kind: 'play', isPlaying: false })
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [deck, clock, endMs])
  return (
    <div className={classes['clip']} role="group" aria-label={t`Recording around the alarm`}>
      <div className={classes['video']}>{past && <PastPicture past={past} />}</div>
      <div className={classes['transport']}>
        {isOver ? (
          <IconButton
            label={t`Play again`}
            onClick={() => {
              setNowMs(atMs - BEFORE_MS)
              playFrom(atMs - BEFORE_MS)
            }}
          >
            <IconRepeat size={18} stroke={1.5} aria-hidden />
          </IconButton>
        ) : (
          <IconButton
            label={clock.isPlaying ? t`Pause` : t`Play`}
            onClick={() => deck.order({ kind: 'play', isPlaying: !clock.isPlaying })}
          >
            {clock.isPlaying ? (
              <IconPlayerPause size={18} stroke={1.5} aria-hidden />
            ) : (
              <IconPlayerPlay size={18} stroke={1.5} aria-hidden />
            )}
          </IconButton>
        )}
        <progress aria-label={t`Played`} max={BEFORE_MS + AFTER_MS} value={Math.max(0, Math.min(nowMs, endMs) - atMs + BEFORE_MS)} />
        <span className="sl-figures" aria-hidden>
          {clockText(Math.min(nowMs, endMs), { seconds: true })}
        </span>
        {from === 'cloud' && (
          <span>
            <Trans>From the cloud</Trans>
          </span>
        )}
      </div>
    </div>
  )
}

function playFrom(fromMs: number): void {
  const deck = playbackDeck()
  deck.order({ kind: 'pace', speed: 1, isBackwards: false })
  deck.order({ kind: 'seek', atMs: fromMs })
  deck.order({ kind: 'play', isPlaying: true })
}
