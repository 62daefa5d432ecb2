import { Trans, useLingui } from '@lingui/react/macro'
import { memo, useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { StationView } from '#contract/station.ts'
import { basepath } from '../../lib/path-within.ts'
import { Heading } from '../../ui/page/heading.tsx'
import { QrPicture } from '../../ui/page/qr-picture.tsx'
import { channelKey } from '#shared/channel-key.ts'
import { contentAt, viewAt } from '#shared/station-shown.ts'
import { timeIn } from '#shared/time/zone.ts'
import { stationState, type StationNow } from '../../data/station/station-link.ts'
import { windowRatio } from '../../lib/picture-shape.ts'
import { fittedGrid, gridArea, gridOf, usefulShapes } from '../../lib/wall-grid.ts'
import { durationText, wholeDayText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { AlarmFront } from './alarm-front.tsx'
import { KioskWindow } from './kiosk-window.tsx'
import type { Screen } from './screen.ts'
import { TroubleWords } from './trouble-words.tsx'
import { useScreenRatio } from './use-screen-ratio.ts'
import classes from './kiosk.module.css'

/** What the office has put on a screen, with all that has to be said over it. */
export function StationScreen({ now, screen }: { now: StationNow; screen: Screen }) {
  const { t, i18n } = useLingui()
  const nowMs = useNow()
  const { trouble, troubleSinceMs, crowdedSinceMs, offsetMs, identifyUntilMs, isShown } = useSnapshot(stationState)
  const sinceMs = trouble === undefined ? crowdedSinceMs : troubleSinceMs
  const serviceMs = nowMs + offsetMs
  const content = contentAt(now, serviceMs)
  const view: StationView | undefined = viewAt(now, serviceMs)
  const title = content.kind === 'views' ? content.title : t`Clock`
  useEffect(() => screen.shows(title), [screen, title])
  const cameras = useMemo(() => new Map(now.cameras.map((camera) => [channelKey(camera.sn, camera.chlIndex), camera])), [now.cameras])
  const message = now.message !== null && now.message.untilMs > serviceMs ? now.message.text : undefined
  const [shown, ...waiting] = now.alarms.filter(({ untilMs }) => untilMs > serviceMs)
  return (
    <>
      <Heading className="sl-unseen">{title}</Heading>
      <div className={classes['stage']}>
        {view ? (
          <Wall view={view} cameras={cameras} title={title} isHeard={isShown && !now.isMuted && shown === undefined} screen={screen} />
        ) : (
          <Clock atMs={serviceMs} now={now} />
        )}
        {shown && (
          <AlarmFront
            alarms={[shown, ...waiting]}
            camera={cameras.get(channelKey(shown.sn, shown.chlIndex))}
            timeZone={now.timeZone}
            isHeard={isShown && !now.isMuted}
            screen={screen}
          />
        )}
      </div>
      {message !== undefined && (
        <p className={classes['message']} role="status" data-message>
          {message}
        </p>
      )}
      {identifyUntilMs > nowMs && (
        <div className={classes['identify']} role="status" data-identify>
          <strong>{now.voId}</strong>
          <span>{now.name}</span>
          <QrPicture
            text={`${location.origin}${basepath}/remote?station=${now.sn}&screen=${now.voId}`}
            label={t`QR code that opens the remote control of this screen`}
          />
          <small>
            <Trans>Remote control: open this code on a telephone.</Trans>
          </small>
        </div>
      )}
      {sinceMs !== undefined && (
        <div className={classes['over']}>
          <TroubleWords trouble={trouble ?? 'crowded'} />
          <p className="sl-figures">
            <Trans>for {durationText(nowMs - sinceMs, i18n.locale)}</Trans>
          </p>
        </div>
      )}
    </>
  )
}

interface WallProps {
  view: StationView
  cameras: ReadonlyMap<string, StationNow['cameras'][number]>
  title: string
  isHeard: boolean
  screen: Screen
}

/** The windows of a view. What is around them is looked at each second, and they are the same for hours; one that is led from afar is a new view each second. */
const Wall = memo(function Wall({ view, cameras, title, isHeard, screen }: WallProps) {
  const grid = fittedGrid(gridOf(view), useScreenRatio())
  const ratioIn = (cell: number) => {
    const shown = view.playChlList.find(({ winIndex }) => winIndex === cell)
    return windowRatio(shown?.shape, (shown && cameras.get(channelKey(shown.sn, shown.chlIndex))?.streams) ?? [])
  }
  const { narrowest, widest } = usefulShapes(grid, ratioIn)
  return (
    <div
      className={classes['wall']}
      style={{
        gridTemplate: `repeat(${grid.rows}, minmax(0, 1fr)) / repeat(${grid.columns}, minmax(0, 1fr))`,
        ['--narrowest' as string]: narrowest,
        ['--widest' as string]: widest,
      }}
      role="group"
      aria-label={title}
    >
      {view.playChlList.flatMap(({ winIndex, sn, chlIndex, shape }) => {
        const area = grid.cells[winIndex]
        if (area === undefined) return []
        return [
          <KioskWindow
            key={winIndex}
            window={winIndex}
            place={{ gridArea: gridArea(area) }}
            channelRef={{ sn, chlIndex }}
            camera={cameras.get(channelKey(sn, chlIndex))}
            shape={shape}
            isHeard={isHeard && view.playChlList.length === 1}
            screen={screen}
          />,
        ]
      })}
    </div>
  )
})

/** The time at the site; it wanders over the screen, so that nothing burns in. */
function Clock({ atMs, now }: { atMs: number; now: StationNow }) {
  const { i18n } = useLingui()
  const turn = Math.floor(atMs / 60_000)
  return (
    // Another place each minute, and the same one again after an hour and three quarters.
    <div className={classes['clock']} style={{ translate: `${((turn * 8) % 21) - 10}% ${((turn * 4) % 15) - 7}%` }} data-clock>
      <time className="sl-figures">{timeIn(atMs, now.timeZone, 'HH:mm')}</time>
      <span>{wholeDayText(atMs, i18n.locale, now.timeZone)}</span>
      <small>{now.siteName}</small>
    </div>
  )
}
