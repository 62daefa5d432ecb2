import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { cameraInAddress } from '../../lib/playback-address.ts'

/** What a link has that leads to what a camera recorded at a moment, epoch ms, which may go on: to a tab of its own if that is wanted. */
export function usePlaybackLink(camera: { sn: string; chlIndex: number }, momentOf: () => number) {
  const router = useRouter()
  const to = () => ({ to: '/playback', search: { at: Math.round(momentOf()), cameras: cameraInAddress(camera) } }) as const
  return {
    href: router.buildLocation(to()).publicHref,
    onClick: (press: MouseEvent) => {
      if (press.ctrlKey || press.metaKey || press.shiftKey) return
      press.preventDefault()
      void router.navigate(to())
    },
  }
}
