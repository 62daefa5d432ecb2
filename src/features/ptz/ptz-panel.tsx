import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import IconZoomScan from '@tabler/icons-react/dist/esm/icons/IconZoomScan.mjs'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { PtzState } from '#contract/ptz.ts'
import { ptzQuery } from '../../data/places/ptz.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Lens, Pad } from './pad.tsx'
import { Memory } from './memory.tsx'
import { ptzUi } from './ptz-store.ts'
import { SpeedChoice } from './speed-choice.tsx'
import { letGo, steeringOf } from './steering.ts'
import { useDoing } from './use-doing.ts'
import { useGamepad } from './use-gamepad.ts'
import { useOperation } from './use-operation.ts'
import { useSteerKeys } from './use-steer-keys.ts'
import classes from './ptz.module.css'

/** Steers the camera of the chosen window: directions, lens, speed, presets, cruises and tracks. */
export function PtzPanel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useLingui()
  const { sn, chlIndex, channelName } = channel
  const panel = useRef<HTMLElement>(null)
  const steering = steeringOf({ sn, chlIndex })
  const { data } = useQuery(ptzQuery(steering.place))
  const operation = useOperation(steering.place)
  const hasGamepad = useGamepad(steering)
  const doing = useDoing(data)
  useEffect(() => {
    panel.current?.focus()
    const onHidden = () => document.hidden && letGo()
    addEventListener('blur', letGo)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      removeEventListener('blur', letGo)
      document.removeEventListener('visibilitychange', onHidden)
      letGo()
    }
  }, [])
  const keys = useSteerKeys(steering)

  return (
    <aside
      ref={panel}
      className={classes['panel']}
      aria-label={t`PTZ of ${channelName}`}
      tabIndex={-1}
      {...keys}
      onKeyDown={(event) => {
        // Escape in a dialog closes that dialog alone.
        if ((event.target as Element).closest('dialog')) return
        if (event.key === 'Escape') onClose()
        else keys.onKeyDown(event)
      }}
    >
      <div className={classes['head']}>
        <h2>{channelName}</h2>
        <IconButton label={t`Close PTZ`} hotkey="P" onClick={onClose}>
          <IconX size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      <p className={classes['doing']} role="status">
        {doing}
      </p>
      <div className={classes['controls']}>
        <Pad
          steering={steering}
          onStop={() => {
            steering.release()
            void operation.act({ act: 'stop' }, { isSaid: false })
          }}
        />
        <Lens steering={steering} capabilities={data?.capabilities} />
      </div>
      <SpeedChoice />
      <Picture capabilities={data?.capabilities} hasGamepad={hasGamepad} />
      {data && <Memory state={data} operation={operation} />}
    </aside>
  )
}

/** What can be done on the picture itself, of what the camera can do. */
function Picture({ capabilities, hasGamepad }: { capabilities: PtzState['capabilities'] | undefined; hasGamepad: boolean }) {
  const { t } = useLingui()
  const canZoomIntoBox = capabilities?.canZoomIntoBox !== false
  const isBox = useSnapshot(ptzUi).dragging === 'box' && canZoomIntoBox
  return (
    <>
      {canZoomIntoBox && (
        <button type="button" className={classes['tool']} aria-pressed={isBox} onClick={() => (ptzUi.dragging = isBox ? 'steer' : 'box')}>
          <IconZoomScan size={18} stroke={1.5} aria-hidden />
          {t`Draw a box to zoom into`}
        </button>
      )}
      <p className={classes['hint']}>
        {isBox
          ? t`Draw a box on the picture.`
          : capabilities?.canCentre === false
            ? t`Drag on the picture to steer. Arrows and + − work too.`
            : t`Click the picture to centre it, drag on it to steer. Arrows and + − work too.`}
        {hasGamepad && ` ${t`A gamepad is connected.`}`}
      </p>
    </>
  )
}
