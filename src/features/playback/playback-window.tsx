import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs'
import IconMaximize from '@tabler/icons-react/dist/esm/icons/IconMaximize.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'
import IconZoomOut from '@tabler/icons-react/dist/esm/icons/IconZoomOut.mjs'
import { useLayoutEffect, useRef, useSyncExternalStore, type ReactNode, type RefObject } from 'react'
import type { PastWindow } from '../../data/media/playback/past-window.ts'
import { toggleFullScreen } from '../../lib/full-screen.ts'
import { cameraInAddress } from '../../lib/playback-address.ts'
import { stepZoom, type ZoomView } from '../../lib/zoom.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { sayNoSound } from '../../ui/notice/say-no-sound.ts'
import { DRAWS, ZoomedPicture } from '../../ui/player/zoomed-picture.tsx'
import { deck } from './deck.ts'
import { pastFaultTexts } from './fault-texts.ts'
import { isFullScreenKey } from './playback-keys.ts'
import classes from './playback-window.module.css'

interface PlaybackWindowProps {
  window: PastWindow
  number: number
  name: string
  /** Its live picture may be seen, too. */
  mayLive: boolean
  isSelected: boolean
  view: ZoomView
  onView: (view: ZoomView) => void
  onSelect: () => void
  onRemove: () => void
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** One camera of the playback, and what is to be said where it has no picture of the moment. */
export function PlaybackWindow({ window, number, name, mayLive, isSelected, view, onView, onSelect, onRemove }: PlaybackWindowProps) {
  const { t } = useLingui()
  const state = useSyncExternalStore(window.subscribe, () => window.state)
  const root = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (host.current ? window.mount(host.current) : undefined), [window])
  const words = { picture: t`Recorded`, gap: t`Nothing recorded`, loading: t`Loading`, fault: t`No picture` }
  const word = words[state.shows]
  return (
    <div
      ref={root}
      className={classes['window']}
      role="group"
      tabIndex={0}
      data-shows={state.shows}
      data-picture-ms={state.pictureMs}
      data-selected={isSelected}
      aria-label={t`Window ${number}: ${name}, ${word}`}
      aria-current={isSelected}
      onPointerDown={onSelect}
      onFocus={onSelect}
      onDoubleClick={(event) => {
        if (!(event.target as Element).closest(DRAWS)) toggleFullScreen(event.currentTarget)
      }}
      onKeyDown={(event) => isFullScreenKey(event) && event.target === event.currentTarget && toggleFullScreen(event.currentTarget)}
    >
      <div className={classes['host']}>
        <ZoomedPicture view={view} onView={onView} isWheelFree>
          <div ref={host} className={classes['surface']} />
        </ZoomedPicture>
      </div>
      {view.scale > 1 && <Scale of={view.scale} />}
      <Said shows={state.shows} fault={state.fault} />
      <div className={classes['foot']}>
        <span className={classes['name']}>{name}</span>
        {isSelected && (
          <span className={classes['more']}>
            <ZoomButtons view={view} onView={onView} />
            {mayLive && <LiveButton window={window} />}
            {document.fullscreenEnabled && <FullScreenButton root={root} />}
          </span>
        )}
        <SoundButton window={window} />
        <IconButton label={t`Take ${name} away`} onClick={onRemove}>
          <IconX {...icon} />
        </IconButton>
      </div>
    </div>
  )
}

function Said({ shows, fault = 'failed' }: Pick<PastWindow['state'], 'shows' | 'fault'>) {
  const { i18n, t } = useLingui()
  if (shows === 'picture') return null
  if (shows === 'gap') return <Sentence>{i18n._(pastFaultTexts['no-recording'])}</Sentence>
  if (shows === 'fault') return <Sentence>{i18n._(pastFaultTexts[fault])}</Sentence>
  return <span className={classes['ring']} role="status" aria-label={t`Loading`} data-spinner />
}

function Sentence({ children }: { children: ReactNode }) {
  return (
    <div className={classes['said']} role="status">
      <span>{children}</span>
    </div>
  )
}

function Scale({ of: scale }: { of: number }) {
  const { i18n, t } = useLingui()
  const times = i18n.number(scale, { maximumFractionDigits: 1 })
  return (
    <span className={classes['scale']} role="status" aria-label={t`${times} times as large`}>
      {times}×
    </span>
  )
}

function ZoomButtons({ view, onView }: Pick<PlaybackWindowProps, 'view' | 'onView'>) {
  const { t } = useLingui()
  return (
    <>
      {view.scale > 1 && (
        <IconButton label={t`Smaller`} hotkey="-" onClick={() => onView(stepZoom(view, -1))}>
          <IconZoomOut {...icon} />
        </IconButton>
      )}
      <IconButton label={t`Larger`} hotkey="+" onClick={() => onView(stepZoom(view, 1))}>
        <IconZoomIn {...icon} />
      </IconButton>
    </>
  )
}

function FullScreenButton({ root }: { root: RefObject<HTMLDivElement | null> }) {
  const { t } = useLingui()
  return (
    <IconButton label={t`Full screen`} hotkey="F" onClick={() => toggleFullScreen(root.current)}>
      <IconMaximize {...icon} />
    </IconButton>
  )
}

/** Puts the camera up beside what the live wall shows. */
function LiveButton({ window: { camera } }: { window: PastWindow }) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <IconButton
      label={t`Open on the live wall`}
      onClick={() => void router.navigate({ to: '/live', search: { camera: cameraInAddress(camera) } })}
    >
      <IconDeviceCctv {...icon} />
    </IconButton>
  )
}

/** Sound of one camera at a time. */
function SoundButton({ window }: { window: PastWindow }) {
  const { t } = useLingui()
  const { isOn } = useSyncExternalStore(window.sound.subscribe, () => window.sound.state)
  const hear = async () => {
    const refusal = await deck().hear(window)
    if (refusal === undefined) return
    window.sound.turnOff()
    sayNoSound(refusal)
  }
  return (
    <IconButton label={t`Sound`} isPressed={isOn} onClick={() => (isOn ? window.sound.turnOff() : void hear())}>
      {isOn ? <IconVolume {...icon} /> : <IconVolumeOff {...icon} />}
    </IconButton>
  )
}
