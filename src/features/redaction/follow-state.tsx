import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/controls/button.tsx'
import { clipTimeText } from './clip-time.ts'
import type { useFollow } from './model/use-follow.ts'
import classes from './redaction.module.css'

/** How far the following is, and where somebody should look themselves afterwards. */
export function FollowState({ following, onSeek }: { following: ReturnType<typeof useFollow>; onSeek: (atMs: number) => void }) {
  const { isFollowing, followed, stop } = following
  const end = clipTimeText(followed?.endMs ?? 0)
  const unsure = followed?.unsureMs ?? []
  return (
    <div className={classes['line']} role="status">
      {isFollowing && (
        <>
          <Trans>Following …</Trans>
          <Button size="compact-xs" variant="default" onClick={stop}>
            <Trans>Stop</Trans>
          </Button>
        </>
      )}
      {followed?.isLost === true && (
        <Trans>Lost at {end}, where the area ends now. Look there, and draw it anew if it is still to be seen.</Trans>
      )}
      {followed?.isLost === false && <Trans>Followed until {end}.</Trans>}
      {unsure.length > 0 && (
        <Button size="compact-xs" variant="default" onClick={() => onSeek(unsure[0] ?? 0)}>
          <Plural value={unsure.length} one="Not sure at # moment: look" other="Not sure at # moments: look" />
        </Button>
      )}
    </div>
  )
}
