import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect, useRef, useState, type ComponentType, type CSSProperties, type ReactNode } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { serviceNowMs } from '../../data/core/core.ts'
import { findEvents } from '../../data/records/recorded.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { useMayLookBack } from '../../data/person/look-back.ts'
import { useHasNoRights } from '../../data/person/roles.ts'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { NoPast } from '../../ui/event/no-past.tsx'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { LicenceStep } from '../../ui/licence/licence-step.tsx'
import { licenceReasonWords } from '../../ui/licence/licence-words.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { StageHead } from '../../ui/page/stage-head.tsx'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { toggleFullScreen } from '../../lib/full-screen.ts'
import { cameraInAddress, camerasOf, MOST_CAMERAS } from '../../lib/playback-address.ts'
import { CalendarButton } from './calendar-button.tsx'
import { CamerasOfWall } from './cameras-of-wall.tsx'
import { deck, order, timeNow, useWindows } from './deck.ts'
import { PlaybackLine } from './playback-line.tsx'
import { useNamed, zoneOf } from './named-camera.ts'
import { PlaybackWindow } from './playback-window.tsx'
import { keepPicture } from './snapshot.ts'
import { makeSteering, type Steering } from './steering.ts'
import { useZooms } from './use-zooms.ts'
import { usePlaybackKeys } from './use-playback-keys.ts'
import classes from './playback.module.css'

/** The tree of cameras, which the wall has too: the route brings it. */
export type Cameras = ComponentType<{
  placeOf: (channel: Channel) => number | undefined
  onOpen: (channel: Channel) => void
  tip: ReactNode
}>

/** More windows than this are shown by their small streams. */
const MOST_MAIN = 4
/** Where nobody named a moment: what has just happened. */
const JUST_NOW_MS = 60_000

/** Up to sixteen cameras in the past, by one clock and one time line. */
export function PlaybackPage({ Cameras: CameraPanel }: { Cameras: Cameras }) {
  const { t, i18n } = useLingui()
  const licence = useLicenceGuard()
  const [isRefused, setRefused] = useState(false)
  const isNarrow = useNarrow()
  const { cameras: address, at, from = 'local' } = useSearch({ from: '/_home/playback' })
  const mayLookBack = useMayLookBack()
  const hasNoRights = useHasNoRights()
  // The address keeps them: they come back with the licence, or the right.
  const texts = licence.reason === undefined && mayLookBack !== false ? camerasOf(address) : []
  const navigate = useNavigate({ from: '/playback' })
  const [isPanelOpen, setPanelOpen] = useState(true)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [selected, setSelected] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const [steering] = useState(() =>
    makeSteering({ order, timeNow, serviceNowMs, eventsOf: (cameras) => (span) => findEvents(cameras, span) }),
  )
  useEffect(() => steering.leave, [steering])
  const cameras = useNamed(texts)
  const windows = useWindows(
    cameras.map(({ sn, chlIndex }) => ({ sn, chlIndex, stream: cameras.length > MOST_MAIN ? 'sub' : 'main' })),
    from,
  )
  useFirstMoment(at, steering)
  const setCameras = (change: (texts: string[]) => string[]) =>
    void navigate({
      search: (search) => ({ ...search, at: Math.round(timeNow()), cameras: change(camerasOf(search.cameras)).join(',') || undefined }),
      replace: true,
    })
  const toggle = (channel: ChannelRef) => {
    const text = cameraInAddress(channel)
    setCameras((before) => (before.includes(text) ? before.filter((one) => one !== text) : [...before, text].slice(0, MOST_CAMERAS)))
  }
  const chosen = windows[selected]
  const zooms = useZooms(windows)
  const takePicture = () => chosen && void keepPicture(chosen, cameras[selected])
  usePlaybackKeys(steering, {
    picture: takePicture,
    fullScreen: (isOfAll) => toggleFullScreen(isOfAll ? grid.current : (grid.current?.querySelector('[aria-current="true"]') ?? null)),
    select: (index) => index < windows.length && setSelected(index),
    view: chosen && zooms.of(chosen),
    onView: (view) => chosen && zooms.set(chosen, view),
  })

  const panel = (
    <CameraPanel
      placeOf={(channel) => {
        const place = texts.indexOf(cameraInAddress(channel))
        return place < 0 ? undefined : place
      }}
      onOpen={(channel) => {
        if (licence.reason === undefined) toggle(channel)
        else setRefused(true)
        setSheetOpen(false)
      }}
      tip={<Trans>Double-click a camera to play it back, and again to take it away.</Trans>}
    />
  )
  return (
    <Mantine>
      <div className={classes['page']}>
        <StageHead
          title={<Trans>Playback</Trans>}
          isPanelOpen={isPanelOpen}
          onPanel={setPanelOpen}
          actions={
            <>
              {cameras.length > 0 && <CalendarButton cameras={cameras} from={from} zone={zoneOf(cameras)} steering={steering} />}
              {cameras.length > 0 && (
                <IconButton label={t`Take a snapshot`} hotkey="S" onClick={takePicture}>
                  <IconCamera size={18} stroke={1.5} aria-hidden />
                </IconButton>
              )}
              {cameras.length > 0 && !isNarrow && (
                <IconButton label={t`Full screen of all windows`} hotkey="Shift+F" onClick={() => toggleFullScreen(grid.current)}>
                  <IconMaximize size={18} stroke={1.5} aria-hidden />
                </IconButton>
              )}
              {isNarrow && mayLookBack !== false && (
                <IconButton label={t`Choose a camera`} onClick={() => setSheetOpen(true)}>
                  <IconPlus size={20} stroke={1.5} aria-hidden />
                </IconButton>
              )}
            </>
          }
        >
          <ChoiceBar
            label={t`Recordings of`}
            choices={[
              { id: 'local', name: t`Device` },
              { id: 'cloud', name: t`Cloud` },
            ]}
            value={from}
            onChoose={(id) =>
              void navigate({
                search: (search) => ({ ...search, at: Math.round(timeNow()), from: id === 'cloud' ? id : undefined }),
                replace: true,
              })
            }
          />
        </StageHead>
        <div className={classes['body']}>
          {!isNarrow && isPanelOpen && mayLookBack !== false && (
            <aside className={classes['panel']} aria-label={t`Cameras`}>
              {panel}
            </aside>
          )}
          <div className={classes['stage']}>
            {mayLookBack === false && <NoPast hasNoRights={hasNoRights} drawing="camera" />}
            {mayLookBack !== false && licence.reason !== undefined && (
              <Notice
                drawing="lock"
                title={<Trans>Playback needs a licence.</Trans>}
                step={<LicenceStep reason={licence.reason} mayBuy={licence.mayBuy} />}
              >
                {i18n._(licenceReasonWords[licence.reason])} <AsOf timeMs={licence.asOfMs} />
              </Notice>
            )}
            {mayLookBack !== false && licence.reason === undefined && cameras.length === 0 && (
              <Notice
                drawing="camera"
                title={<Trans>Choose the cameras that you want to look back with.</Trans>}
                step={<CamerasOfWall onChoose={(chosen) => setCameras(() => chosen.map(cameraInAddress))} />}
              >
                {!deck().isPossible && <Trans>This browser cannot play back: it has no decoder that pages may use.</Trans>}
              </Notice>
            )}
            <div ref={grid} className={classes['grid']} style={{ '--columns': Math.ceil(Math.sqrt(windows.length)) } as CSSProperties}>
              {windows.map((window, index) => (
                <PlaybackWindow
                  key={window.camera.window}
                  window={window}
                  number={index + 1}
                  name={cameras[index]?.name ?? ''}
                  mayLive={cameras[index]?.mayLive ?? false}
                  isSelected={index === selected}
                  view={zooms.of(window)}
                  onView={(view) => zooms.set(window, view)}
                  onSelect={() => setSelected(index)}
                  onRemove={() => toggle(window.camera)}
                />
              ))}
            </div>
          </div>
        </div>
        {cameras.length > 0 && (
          <PlaybackLine cameras={cameras} from={from} zone={zoneOf(cameras)} steering={steering} selected={selected} />
        )}
        {isRefused && (
          <LicenceGuard stand={licence} onClose={() => setRefused(false)}>
            {null}
          </LicenceGuard>
        )}
        {isNarrow && isSheetOpen && (
          <Dialog isSheet title={<Trans>Cameras</Trans>} onClose={() => setSheetOpen(false)}>
            {panel}
          </Dialog>
        )}
      </div>
    </Mantine>
  )
}

/** Goes to the moment of the address, or to one just past, and plays from there; a page that comes back goes on where it was. */
function useFirstMoment(at: number | undefined, steering: Steering): void {
  useEffect(() => {
    if (at === undefined && deck().clock.atMs > 0) return
    if (at !== undefined && Math.abs(at - timeNow()) < 1) return
    steering.playFrom(at ?? serviceNowMs() - JUST_NOW_MS)
  }, [at, steering])
}
