import { Trans } from '@lingui/react/macro'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { Button } from '../controls/button.tsx'
import { usePlaybackLink } from './use-playback-link.ts'

/** The way to what a camera recorded at a moment, epoch ms. */
export function PlaybackLink({ camera, atMs }: { camera: { sn: string; chlIndex: number }; atMs: number }) {
  const link = usePlaybackLink(camera, () => atMs)
  return (
    <Button component="a" variant="default" leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />} {...link}>
      <Trans>Go to that moment</Trans>
    </Button>
  )
}
