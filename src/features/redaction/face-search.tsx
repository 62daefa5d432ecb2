import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/button.tsx'
import { ProgressBar } from '../../ui/controls/progress-bar.tsx'
import { countdownText } from '../../ui/text/time-text.ts'
import { clipTimeText } from './clip-time.ts'
import type { useFaceSearch } from './model/use-face-search.ts'
import classes from './redaction.module.css'

/** Has the pictures of the clip searched for faces, which no camera has to have told of; and says what that is worth. */
export function FaceSearch({
  search: { state, tracks, search, stop },
  endMs,
}: {
  search: ReturnType<typeof useFaceSearch>
  endMs: number
}) {
  const { t } = useLingui()
  const isSearching = state.kind === 'searching'
  const left = isSearching && state.leftMs !== undefined ? countdownText(state.leftMs) : undefined
  const reached = clipTimeText(state.kind === 'stopped' ? state.share * endMs : endMs)
  return (
    <section className={classes['proposals']} aria-label={t`Faces in the pictures`}>
      <div className={classes['line']}>
        {isSearching && <ProgressBar label={t`Searching the pictures for faces`} value={state.share} max={1} isBeside />}
        {/* One button, which keeps the focus. */}
        <Button size="compact-sm" variant="default" onClick={isSearching ? stop : () => void search()}>
          {isSearching ? <Trans>Stop</Trans> : <Trans>Find faces in the pictures</Trans>}
        </Button>
      </div>
      {left !== undefined && (
        <p className={`${classes['hint']} sl-figures`}>
          <Plural value={tracks.length} _0="No face found yet" one="# face found so far" other="# faces found so far" /> ·{' '}
          <Trans>{left} left</Trans>
        </p>
      )}
      <p className={classes['hint']} role="status">
        {state.kind === 'none' && <Trans>The pictures have not been searched for faces: look through the clip for them.</Trans>}
        {(state.kind === 'done' || state.kind === 'stopped') && (
          <>
            <Plural
              value={tracks.length}
              _0={`No face was found up to ${reached}.`}
              one={`# face was found up to ${reached}.`}
              other={`# faces were found up to ${reached}.`}
            />{' '}
            <Trans>Who is turned away, hidden or very small may be missed: look through the clip yourself.</Trans>
          </>
        )}
        {state.kind === 'failed' && <Trans>The pictures could not be searched. Try again.</Trans>}
      </p>
    </section>
  )
}
