import { Trans, useLingui } from '@lingui/react/macro'
import IconMicrophone from '@tabler/icons-react/dist/esm/icons/IconMicrophone.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { TalkState } from '../../../data/media/sound/sound-state.ts'
import type { WindowTalk } from '../../../data/media/sound/window-talk.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { videoOf } from '../wall/video-windows.ts'
import { closeTalk } from './sound-store.ts'
import { useTalkText } from './use-talk-text.ts'
import classes from './sound.module.css'

/** What one talks to a camera with: a button to hold, or to press at the keyboard, how loud one is, and how it goes. */
export function TalkBar({ window, name }: { window: number; name: string }) {
  const { t } = useLingui()
  const { talk } = videoOf(window)
  const state = useSyncExternalStore(talk.subscribe, () => talk.state)
  const text = useTalkText(state)
  return (
    <div className={classes['bar']} role="group" aria-label={t`Talk to ${name}`} data-talk={state.kind}>
      <button
        type="button"
        className={classes['talk']}
        aria-pressed={isTalking(state)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          void talk.begin()
        }}
        onPointerUp={() => talk.end()}
        onPointerCancel={() => talk.end()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          if (event.repeat) return
          if (isTalking(state)) talk.end()
          else void talk.begin()
        }}
      >
        <IconMicrophone size={16} stroke={1.5} aria-hidden />
        <Trans>Hold to talk</Trans>
      </button>
      {state.kind === 'on' && <Level talk={talk} />}
      <span className={classes['text']} role="status">
        {text}
      </span>
      <IconButton label={t`Close`} onClick={() => closeTalk(window)}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}

function isTalking({ kind }: TalkState): boolean {
  return kind === 'on' || kind === 'asking'
}

/** Speech is about this loud, which fills the meter. */
const LOUD = 0.25
/** Of its height the meter keeps so much from one picture of the screen to the next, so that eyes can follow it. */
const FALLS_TO = 0.95

/** How loud the person is. Moves past React: fifty times a second. */
function Level({ talk }: { talk: WindowTalk }) {
  const { t } = useLingui()
  const meter = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    let handle = 0
    let share = 0
    const draw = () => {
      share = Math.max(Math.min(1, talk.level / LOUD), share * FALLS_TO)
      meter.current?.style.setProperty('--level', String(share))
      meter.current?.setAttribute('aria-valuenow', String(Math.round(share * 100)))
      handle = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(handle)
  }, [talk])
  return (
    <span
      ref={meter}
      className={classes['level']}
      role="meter"
      aria-label={t`Microphone level`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    />
  )
}
