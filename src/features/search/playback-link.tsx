import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import type { MouseEvent } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { hrefOf } from '../../lib/path-within.ts'
import { playbackPath } from '../../lib/playback-path.ts'
import { Button } from '../../ui/controls/button.tsx'

/** The way to what the camera recorded at the moment of an event. */
export function PlaybackLink({ event }: { event: Event }) {
  const router = useRouter()
  const href = hrefOf(playbackPath(event.atMs, [event]))
  function go(press: MouseEvent) {
    // In a tab of its own if that is wanted.
    if (press.ctrlKey || press.metaKey || press.shiftKey) return
    press.preventDefault()
    void router.navigate({ href })
  }
  return (
    <Button component="a" href={href} leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />} onClick={go}>
      <Trans>Go to that moment</Trans>
    </Button>
  )
}
