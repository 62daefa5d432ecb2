import { useLingui } from '@lingui/react/macro'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import type { PastWindow } from '../../data/media/playback/past-window.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { pastFaultTexts } from './fault-texts.ts'
import classes from './playback-window.module.css'

interface PlaybackWindowProps {
  window: PastWindow
  number: number
  name: string
  isSelected: boolean
  onSelect: () => void
  onRemove: () => void
}

/** One camera of the playback, and what is to be said where it has no picture of the moment. */
export function PlaybackWindow({ window, number, name, isSelected, onSelect, onRemove }: PlaybackWindowProps) {
  const { t } = useLingui()
  const state = useSyncExternalStore(window.subscribe, () => window.state)
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (host.current ? window.mount(host.current) : undefined), [window])
  const words = { picture: t`Recorded`, gap: t`Nothing recorded`, loading: t`Loading`, fault: t`No picture` }
  const word = words[state.shows]
  return (
    <div
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
      onDoubleClick={(event) => void event.currentTarget.requestFullscreen?.()}
    >
      <div ref={host} className={classes['host']} />
      <Said shows={state.shows} fault={state.fault} />
      <div className={classes['foot']}>
        <span className={classes['name']}>{name}</span>
        <SoundButton window={window} />
        <IconButton label={t`Take ${name} away`} onClick={onRemove}>
          <IconX size={16} stroke={1.5} aria-hidden />
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

/** Sound of one camera at a time: the device of the tab turns the others off. */
function SoundButton({ window }: { window: PastWindow }) {
  const { t } = useLingui()
  const { isOn } = useSyncExternalStore(window.sound.subscribe, () => window.sound.state)
  return (
    <IconButton label={t`Sound`} isPressed={isOn} onClick={() => (isOn ? window.sound.turnOff() : void window.sound.turnOn())}>
      {isOn ? <IconVolume size={16} stroke={1.5} aria-hidden /> : <IconVolumeOff size={16} stroke={1.5} aria-hidden />}
    </IconButton>
  )
}
