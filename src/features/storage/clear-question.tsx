import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { clearKept, type KeptKind } from '../../data/app/storage.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { keptTexts } from './kept-texts.ts'

/** Asks before something is cleared, and names what is lost with it. */
export function ClearQuestion({ kind, count, onClose }: { kind: KeptKind; count: number; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { isServiceReachable } = useSnapshot(coreState)
  const [isBusy, setBusy] = useState(false)
  const name = i18n._(keptTexts[kind].name)
  const isApp = kind === 'app'
  async function clear() {
    setBusy(true)
    const outcome = await clearKept(kind).finally(() => setBusy(false))
    if (outcome === 'unreachable') return say('error', t`Only with the service. It cannot be reached now.`)
    say('done', isApp ? t`The app was fetched anew.` : t`Cleared: ${name}`)
    onClose()
  }
  return (
    <Dialog title={isApp ? <Trans>Fetch the app anew?</Trans> : t`Clear “${name}”?`} onClose={onClose}>
      <div className={forms['form']}>
        <p className={forms['text']}>
          {kind === 'unsent' ? (
            <Plural
              value={count}
              one="# change has not reached the service. It is lost for good."
              other="# changes have not reached the service. They are lost for good."
            />
          ) : (
            i18n._(keptTexts[kind].loss)
          )}
        </p>
        <div className={forms['buttons']}>
          <Button variant="default" onClick={onClose} data-autofocus>
            <Trans>Cancel</Trans>
          </Button>
          <OnlineButton
            className={kind === 'unsent' || kind === 'drafts' ? forms['danger'] : undefined}
            loading={isBusy}
            offlineReason={isApp && !isServiceReachable ? t`Only with the service. It cannot be reached now.` : undefined}
            onClick={() => void clear()}
          >
            {isApp ? <Trans>Fetch anew</Trans> : <Trans>Clear</Trans>}
          </OnlineButton>
        </div>
      </div>
    </Dialog>
  )
}
