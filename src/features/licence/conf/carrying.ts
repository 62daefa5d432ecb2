import type { PointerEvent } from 'react'
import { proxy } from 'valtio'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { trackPointer } from '../../../lib/track-pointer.ts'

/** The cameras under the pointer that are being dragged, where it is in the window, and over which list. */
export const carrying = proxy<{ now?: { count: number; name: string; x: number; y: number; over?: string | undefined } | undefined }>({})

/** The list under a point of the window, by its `data-list`. */
function listUnder(x: number, y: number): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-list]')?.dataset['list']
}

/** Call on `pointerdown` of a row: the press may become a drag to another list. With a finger lists are scrolled, and the buttons do it. */
export function carry(press: PointerEvent, cameras: readonly ChannelDetail[], onDrop: (list: string) => void): void {
  if (press.button !== 0 || press.pointerType === 'touch') return
  const name = cameras[0]?.channelName ?? ''
  trackPointer(press, {
    onMove: ({ x, y }) => (carrying.now = { count: cameras.length, name, x, y, over: listUnder(x, y) }),
    onDrop: ({ x, y }) => {
      carrying.now = undefined
      const list = listUnder(x, y)
      if (list !== undefined) onDrop(list)
    },
    onCancel: () => (carrying.now = undefined),
  })
}
