import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconArrowsMove from '@tabler/icons-react/dist/esm/icons/IconArrowsMove.mjs'
import { Suspense, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import { PTZ_FUNCTION } from '#contract/ptz.ts'
import { channelKey } from '#shared/channel-key.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { useIsPast } from '../replay/replay.ts'
import { videoOf } from '../wall/video-windows.ts'
import { closePtz, togglePtz, wall } from '../wall/wall-store.ts'

/** What steers a camera, from a feature of its own: the panel beside the wall, and what lies over the picture. */
export interface PtzParts {
  Panel: ComponentType<{ channel: Channel; onClose: () => void }>
  Layer: ComponentType<{ channel: Channel }>
}

/** Why the camera of the chosen window cannot be steered. */
type Obstacle = 'no-camera' | 'no-right' | 'fixed' | 'not-live'

/** The chosen window of a wall of so many, its channel, and what stands in the way of steering it. */
function useChosen(count: number) {
  const { arrangement, selected } = useSnapshot(wall)
  const { data } = useQuery(channelsQuery)
  const window = arrangement.cells[selected < count ? selected : 0] ?? 0
  const ref = arrangement.channels[window]
  const channel = ref && data?.channels.find(({ sn, chlIndex }) => sn === ref.sn && chlIndex === ref.chlIndex)
  const video = videoOf(window)
  const state = useSyncExternalStore(video.subscribe, () => video.state)
  const isPast = useIsPast(window)
  return { window, channel, obstacle: obstacleOf(channel ?? undefined, state.kind === 'playing' && !isPast) }
}

function obstacleOf(channel: Channel | undefined, isLive: boolean): Obstacle | undefined {
  if (channel === undefined) return 'no-camera'
  if (!channel.rights.includes('ptz')) return 'no-right'
  if (!channel.capability.supportFun.includes(PTZ_FUNCTION)) return 'fixed'
  return isLive ? undefined : 'not-live'
}

/** Opens and closes the panel. */
export function PtzButton() {
  const { t } = useLingui()
  const { isPtzOpen } = useSnapshot(wall)
  return (
    <IconButton label={t`PTZ`} hotkey="P" isPressed={isPtzOpen} onClick={togglePtz}>
      <IconArrowsMove size={18} stroke={1.5} aria-hidden />
    </IconButton>
  )
}

/** The panel of the chosen window, while it is open. It closes, and says why, when that camera cannot be steered (rule 4.14). */
export function PtzPlace({ count, parts }: { count: number; parts: PtzParts }) {
  const { isPtzOpen } = useSnapshot(wall)
  useEffect(() => closePtz, [])
  return isPtzOpen ? <OpenPtz count={count} parts={parts} /> : null
}

function OpenPtz({ count, parts: { Panel, Layer } }: { count: number; parts: PtzParts }) {
  const { t } = useLingui()
  const { window, channel, obstacle } = useChosen(count)
  const [element, setElement] = useState<Element | null>(null)
  const reasons: Record<Obstacle, string> = {
    'no-camera': t`Choose a window with a camera first.`,
    'no-right': t`You do not have the right to move this camera.`,
    fixed: t`This camera cannot be moved.`,
    'not-live': t`A camera can be moved only while its picture is live.`,
  }
  const reason = obstacle && reasons[obstacle]
  useEffect(() => {
    if (reason === undefined) return
    closePtz()
    say('error', reason)
  }, [reason])
  useEffect(() => setElement(document.querySelector(`[data-window="${window}"]`)), [window])
  if (obstacle !== undefined || !channel) return null
  const close = () => {
    closePtz()
    document.querySelector<HTMLElement>(`[data-window="${window}"]`)?.focus()
  }
  return (
    <Suspense>
      <Panel key={channelKey(channel.sn, channel.chlIndex)} channel={channel} onClose={close} />
      {element && createPortal(<Layer channel={channel} />, element)}
    </Suspense>
  )
}
