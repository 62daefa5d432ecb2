import { Trans, useLingui } from '@lingui/react/macro'
import { saveFile } from '../../lib/share-file.ts'
import { Button } from '../../ui/controls/button.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import classes from './security.module.css'

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useLingui()
  const text = `${codes.join('\n')}\n`
  async function copy() {
    await navigator.clipboard.writeText(text)
    say('done', t`Copied.`)
  }
  return (
    <div className={forms['form']}>
      <p className={forms['text']}>
        <Trans>Each of these codes signs you in once when you have nothing else. They are shown only now: keep them in a safe place.</Trans>
      </p>
      <ul className={classes['codes']} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={forms['buttons']}>
        <Button variant="default" onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
        <Button variant="default" onClick={() => saveFile(new File([text], 'recovery-codes.txt', { type: 'text/plain' }))}>
          <Trans>Save as a file</Trans>
        </Button>
        <Button onClick={onClose} autoFocus>
          <Trans>I have kept them</Trans>
        </Button>
      </div>
    </div>
  )
}
