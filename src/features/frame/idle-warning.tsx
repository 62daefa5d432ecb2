import { Plural, Trans } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { askCore, coreState } from '../../data/core/core.ts'
import buttons from '../../ui/controls/button.module.css'
import { Dialog } from '../../ui/controls/dialog.tsx'
import forms from '../../ui/form/form.module.css'
import { useNow } from '../../ui/text/use-now.ts'

/** Says in the last minute that idleness is about to end the session. Whatever a person does, in any tab, makes it go away. */
export function IdleWarning() {
  const { idleEndsAtMs } = useSnapshot(coreState)
  return idleEndsAtMs === undefined ? null : <Warning endsAtMs={idleEndsAtMs} />
}

function Warning({ endsAtMs }: { endsAtMs: number }) {
  const { clockOffsetMs } = useSnapshot(coreState)
  const now = useNow()
  const seconds = Math.max(0, Math.ceil((endsAtMs - now - clockOffsetMs) / 1000))
  const stay = () => void askCore('noteActivity')
  return (
    <Dialog title={<Trans>Are you still there?</Trans>} onClose={stay}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          <Trans>Nobody has done anything for 29 minutes, and no live video is playing.</Trans>{' '}
          <span className="sl-figures" role="timer">
            <Plural value={seconds} one="You will be signed out in # second." other="You will be signed out in # seconds." />
          </span>
        </p>
        <div className={forms['buttons']}>
          <button type="button" className={buttons['other']} onClick={() => void askCore('signOut')}>
            <Trans>Sign out</Trans>
          </button>
          <button type="button" className={buttons['main']} onClick={stay} autoFocus>
            <Trans>Stay signed in</Trans>
          </button>
        </div>
      </div>
    </Dialog>
  )
}
