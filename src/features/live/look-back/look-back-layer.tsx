import { Trans, useLingui } from '@lingui/react/macro'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../../data/core/core.ts'
import type { PastWindow } from '../../../data/media/playback/past-window.ts'
import { playbackDeck, timeOf } from '../../../data/media/playback/playback-deck.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { usePlaybackLink } from '../../../ui/page/use-playback-link.ts'
import { countdownText } from '../../../ui/text/time-text.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import type { ChannelRef } from '../layouts/arrangement.ts'
import bar from '../replay/replay-bar.module.css'
import { videoOf } from '../wall/video-windows.ts'
import { backToLive, lookBack, lookBackMs, type LookBack } from './look-back.ts'
import { PastPicture } from '../../../ui/event/past-picture.tsx'
import { addPast, goBack, removePast } from './wall-deck.ts'
import { useBackTexts } from './use-back-texts.ts'

interface LayerProps {
  window: number
  channelRef: Pick<ChannelRef, 'sn' | 'chlIndex'>
  look: LookBack
}

/** The past of one window of the wall, over its live picture, and what steers it. */
export function LookBackLayer({ window, channelRef: { sn, chlIndex }, look: { byMs, pressedAtMs } }: LayerProps) {
  const past = usePast(window, sn, chlIndex)
  useEffect(() => goBack(byMs), [byMs, pressedAtMs])
  return (
    <>
      {past && <PastPicture past={past} />}
      <Bar window={window} camera={{ sn, chlIndex }} />
    </>
  )
}

/** The past of this window while it is on the page. What was heard live is heard of the past, and live again afterwards. */
function usePast(window: number, sn: string, chlIndex: number): PastWindow | undefined {
  const [past, setPast] = useState<PastWindow>()
  useLayoutEffect(() => {
    const { sound, replay } = videoOf(window)
    if (replay.state !== undefined) replay.order({ kind: 'end' })
    const wasHeard = sound.state.isOn
    const added = addPast(window, { sn, chlIndex })
    setPast(added)
    if (wasHeard) void added?.sound.turnOn()
    return () => {
      const isHeard = added?.sound.state.isOn === true
      removePast(window)
      backToLive(window)
      if (isHeard) void sound.turnOn()
    }
  }, [window, sn, chlIndex])
  return past
}

function Bar({ window, camera }: { window: number; camera: LayerProps['channelRef'] }) {
  const { t } = useLingui()
  const deck = playbackDeck()
  const clock = useSyncExternalStore(deck.subscribe, () => deck.clock)
  const texts = useBackTexts()
  const playback = usePlaybackLink(camera, () => timeOf(deck.clock))
  const { clockOffsetMs } = useSnapshot(coreState)
  const behindMs = Math.max(0, useNow() + clockOffsetMs - timeOf(clock))
  return (
    <div className={bar['bar']} role="group" aria-label={t`Look back`} data-bar>
      <span className={bar['behind']} role="status">
        <strong>
          <Trans>Recorded, not live</Trans>
        </strong>
        <span className="sl-figures" aria-hidden>
          −{countdownText(behindMs)}
        </span>
      </span>
      <div className={bar['buttons']}>
        {lookBackMs.map((byMs) => (
          <button
            key={byMs}
            type="button"
            className={bar['text']}
            aria-label={t`Back to ${texts[byMs]} ago`}
            onClick={() => lookBack(window, byMs)}
          >
            −{texts[byMs]}
          </button>
        ))}
        <IconButton label={clock.isPlaying ? t`Pause` : t`Play`} onClick={() => deck.order({ kind: 'play', isPlaying: !clock.isPlaying })}>
          {clock.isPlaying ? <IconPlayerPause size={16} stroke={1.5} aria-hidden /> : <IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
        </IconButton>
        <a className={bar['text']} aria-label={t`Go to that moment`} data-tip={t`Go to that moment`} {...playback}>
          <IconHistory size={16} stroke={1.5} aria-hidden />
        </a>
        <button type="button" className={bar['text']} onClick={() => backToLive(window)}>
          <IconPlayerSkipForward size={16} stroke={1.5} aria-hidden />
          <Trans>Back to live</Trans>
        </button>
      </div>
    </div>
  )
}
