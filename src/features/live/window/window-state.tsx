import { Trans, useLingui } from '@lingui/react/macro'
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs'
import { useEffect, useState, type ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { WindowState } from '../../../data/media/video-window.ts'
import { faultTexts } from '../../../ui/text/error-text.ts'
import { agoText, dateTimeText } from '../../../ui/text/time-text.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import type { ChannelRef } from '../layouts/arrangement.ts'
import { useLastPicture } from '../../../data/records/use-last-picture.ts'
import classes from './window.module.css'

interface WindowStateProps {
  state: WindowState
  channel: ChannelRef | null
  /** The channel is not, or no longer, among those that the person may see. */
  isGone: boolean
  onRetry: () => void
  onChoose?: () => void
}

/** What lies over the video: what it is doing when it is not live, in words, and the last picture with its age. */
export function WindowStateLayer({ state, channel, isGone, onRetry, onChoose }: WindowStateProps) {
  const last = useLastPicture(channel, state.kind === 'connecting' || state.kind === 'failed' || state.kind === 'paused')
  if (channel === null) return <Empty onChoose={onChoose} />
  if (isGone) return <Sentence>{<FaultText fault="not-found" />}</Sentence>
  switch (state.kind) {
    case 'empty':
    case 'playing':
      return null
    case 'stalled':
      return (
        <div className={classes['stale']}>
          <Age sinceMs={state.sinceMs} />
        </div>
      )
    case 'connecting':
      return (
        <>
          <LastPicture last={last} />
          <Connecting />
        </>
      )
    case 'paused':
      return (
        <>
          <LastPicture last={last} />
          <Sentence>
            <Trans>Paused while the page is hidden.</Trans>
          </Sentence>
        </>
      )
    case 'failed':
      return (
        <>
          <LastPicture last={last} />
          <Sentence
            step={
              // There is nothing to be tried again: it comes.
              state.fault !== 'no-key-frame' && (
                <button type="button" className={classes['retry']} onClick={onRetry}>
                  <Trans>Try again</Trans>
                </button>
              )
            }
          >
            <FaultText fault={state.fault} />
          </Sentence>
        </>
      )
  }
}

/** The ring closes by itself (rule 9.1); then the word is there in small windows too. */
function Connecting() {
  const [turns, setTurns] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setTurns(false), limits.spinnerShownMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes['center']} role="status">
      {turns && <span className={classes['ring']} aria-hidden data-spinner />}
      <span className={classes[turns ? 'word' : 'sentence']}>
        <Trans>Connecting…</Trans>
      </span>
    </div>
  )
}

function FaultText({ fault }: { fault: keyof typeof faultTexts }) {
  const { i18n } = useLingui()
  return i18n._(faultTexts[fault])
}

/** On a narrow screen the cameras are in a sheet: there an empty window opens it. */
function Empty({ onChoose }: { onChoose?: () => void }) {
  const { t } = useLingui()
  const content = (
    <>
      <IconDeviceCctv size={28} stroke={1} aria-hidden />
      <span className={classes['word']}>{onChoose ? <Trans>Choose a camera</Trans> : <Trans>Drag a camera here</Trans>}</span>
    </>
  )
  if (onChoose === undefined) return <div className={classes['empty']}>{content}</div>
  return (
    // In a small window the words are hidden.
    <button type="button" className={classes['empty']} aria-label={t`Choose a camera`} onClick={onChoose}>
      {content}
    </button>
  )
}

function Sentence({ children, step }: { children: ReactNode; step?: ReactNode }) {
  return (
    <div className={classes['center']} role="status">
      <span className={classes['sentence']}>{children}</span>
      {step}
    </div>
  )
}

function LastPicture({ last }: { last: { url: string; takenAtMs: number } | undefined }) {
  const { i18n, t } = useLingui()
  if (last === undefined) return null
  const time = dateTimeText(last.takenAtMs, i18n.locale)
  return (
    <>
      <img className={classes['last']} src={last.url} alt={t`Last picture, ${time}`} draggable={false} />
      <div className={classes['stale']}>
        <Age sinceMs={last.takenAtMs} title={time} />
      </div>
    </>
  )
}

function Age({ sinceMs, title }: { sinceMs: number; title?: string }) {
  const { i18n } = useLingui()
  return (
    <span className={classes['age']} title={title ?? dateTimeText(sinceMs, i18n.locale)}>
      {agoText(useNow() - sinceMs, i18n.locale)}
    </span>
  )
}
