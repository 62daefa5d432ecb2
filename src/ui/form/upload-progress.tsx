import { Trans, useLingui } from '@lingui/react/macro'
import type { FileProgress } from '#contract/core-api.ts'
import { ProgressBar } from '../controls/progress-bar.tsx'
import classes from './upload-progress.module.css'

/** How far an upload has come, and the way to call it off. */
export function UploadProgress({ progress, onCancel }: { progress: FileProgress; onCancel: () => void }) {
  const { t, i18n } = useLingui()
  const { bytes, totalBytes } = progress
  const share = totalBytes === undefined || totalBytes === 0 ? undefined : bytes / totalBytes
  return (
    <div className={classes['upload']}>
      <ProgressBar label={t`Upload`} value={share} max={1} isBeside />
      <span className="sl-figures">{share === undefined ? '–' : i18n.number(share, { style: 'percent' })}</span>
      <button type="button" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </button>
    </div>
  )
}
