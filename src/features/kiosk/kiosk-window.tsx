import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import type { PictureShape } from '#contract/enums.ts'
import { channelKey } from '#shared/channel-key.ts'
import { isAbsent, stationState, type StationNow } from '../../data/station/station-link.ts'
import type { VideoWindow } from '../../data/media/video-window.ts'
import { toldOf } from '../../data/station/picture-age.ts'
import { boxOf } from '../../lib/picture-shape.ts'
import { steadyNowMs } from '../../lib/steady-now.ts'
import { faultTexts } from '../../ui/text/error-text.ts'
import { agoText } from '../../ui/text/time-text.ts'
import type { Screen } from './screen.ts'
import { isSameSaid, saidOf, type SaidWindow } from './told-window.ts'
import classes from './kiosk.module.css'

/** How often a window looks whether its picture moves: what stands still is told within three seconds. What its video tells itself is told at once. */
const LOOK_MS = 250

interface KioskWindowProps {
  window: number
  place: CSSProperties
  channelRef: { sn: string; chlIndex: number }
  /** Nothing where it is not there, or not open. */
  camera: StationNow['cameras'][number] | undefined
  shape: PictureShape | undefined
  isHeard: boolean
  screen: Screen
}

const beforeAll: SaidWindow = { state: 'connecting', ageMs: null }
const gone: SaidWindow = { state: 'failed', fault: 'not-found', ageMs: null }

function toldOfVideo(video: VideoWindow): SaidWindow {
  const { begun, newest } = video
  return toldOf(video.state, { stats: video.stats(), begun, newest }, { nowMs: steadyNowMs(), isCutOff: isAbsent(stationState.trouble) })
}

/** A picture that is pulled into a shape has a box of that shape; any other has the whole window. */
function pictureStyle(shape: PictureShape | undefined): CSSProperties {
  const isForced = shape === '4:3' || shape === '16:9'
  const fit = isForced || shape === 'stretch' ? 'fill' : shape === 'fill' ? 'cover' : 'contain'
  return { ...(isForced && { ...boxOf(shape, undefined, []), height: 'auto' }), ['--picture-fit' as string]: fit }
}

/** One window of a screen: its picture, and how old that is when it is not live. */
export function KioskWindow({ window, place, channelRef, camera, shape, isHeard, screen }: KioskWindowProps) {
  const { i18n } = useLingui()
  const root = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const video = screen.videoOf(window)
  const { sn, chlIndex } = channelRef
  const key = channelKey(sn, chlIndex)
  const [said, setSaid] = useState<{ of: string; what: SaidWindow }>()
  // What was said of the camera before it in this window is true of none other.
  const told = said?.of === key ? said.what : beforeAll
  const title = camera?.channelName ?? sn
  const wanted = camera && JSON.stringify({ sn, chlIndex, streams: camera.streams })
  useEffect(() => {
    if (host.current === null || root.current === null) return
    video.mount(host.current)
    const watch = new ResizeObserver(([entry]) => {
      if (entry) video.resize(entry.contentRect.width * devicePixelRatio, entry.contentRect.height * devicePixelRatio)
    })
    watch.observe(root.current)
    return () => {
      watch.disconnect()
      video.unmount()
    }
  }, [video])
  useEffect(() => {
    if (wanted === undefined) video.clear()
    else video.show(JSON.parse(wanted) as Parameters<typeof video.show>[0])
  }, [video, wanted])
  useEffect(() => {
    if (!isHeard) return
    void video.sound.turnOn().catch(() => undefined)
    return () => video.sound.turnOff()
  }, [video, isHeard])
  useEffect(() => {
    const look = () => {
      const next = wanted === undefined ? gone : video.isOf({ sn, chlIndex }) ? toldOfVideo(video) : beforeAll
      const what = saidOf(next)
      setSaid((before) => (before?.of === key && isSameSaid(before.what, what) ? before : { of: key, what }))
      if (root.current === null) return
      // It is another one at each look, and in no words while the picture is live: nothing is rendered for it.
      if (next.ageMs === null) root.current.removeAttribute('data-age')
      else root.current.setAttribute('data-age', String(next.ageMs))
      screen.tell(window, { ...next, sn, chlIndex })
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    const stopListening = video.subscribe(look)
    return () => {
      stopListening()
      clearInterval(timer)
      screen.tell(window, undefined)
    }
  }, [screen, video, window, wanted, sn, chlIndex, key])
  return (
    <div ref={root} className={classes['window']} style={place} data-window={window} data-told={told.state}>
      <div ref={host} className={classes['picture']} style={pictureStyle(shape)} />
      {(told.state === 'frozen' || told.state === 'failed') && (
        <div className={classes['stale']} role="status">
          <strong>{told.state === 'frozen' ? <Trans>Not live</Trans> : i18n._(faultTexts[told.fault ?? 'lost'])}</strong>
          {told.ageMs !== null && (
            <span className="sl-figures">
              <Trans>Picture: {agoText(told.ageMs, i18n.locale)}</Trans>
            </span>
          )}
        </div>
      )}
      {told.state === 'slow' && told.ageMs !== null && (
        <div className={`${classes['single']} sl-figures`}>
          <Trans>Single pictures: {agoText(told.ageMs, i18n.locale)}</Trans>
        </div>
      )}
      {told.state === 'connecting' && (
        <div className={classes['stale']} role="status">
          <span>
            <Trans>Connecting…</Trans>
          </span>
        </div>
      )}
      <div className={classes['name']}>{title}</div>
    </div>
  )
}
