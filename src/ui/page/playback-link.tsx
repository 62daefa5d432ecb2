import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import type { MouseEvent } from 'react'
import { cameraInAddress } from '../../lib/playback-address.ts'
import { Button } from '../controls/button.tsx'

/** The way to what a camera recorded at a moment, epoch ms: in a tab of its own if that is wanted. */
export function PlaybackLink({ camera, atMs }: { camera: { sn: string; chlIndex: number }; atMs: number }) {
  const router = useRouter()
  const to = { to: '/playback', search: { at: atMs, cameras: cameraInAddress(camera) } } as const
  const { publicHref } = router.buildLocation(to)
  function go(press: MouseEvent) {
    if (press.ctrlKey || press.metaKey || press.shiftKey) return
    press.preventDefault()
    void router.navigate(to)
  }
  return (
    <Button component="a" variant="default" href={publicHref} leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />} onClick={go}>
      <Trans>Go to that moment</Trans>
    </Button>
  )
}
