import { useLingui } from '@lingui/react/macro'
import type { ActivityState } from '#contract/calls/device/device-activity.ts'
import { ProgressBar } from '../../../ui/controls/progress-bar.tsx'
import classes from './settings.module.css'

/** What a device is busy with, and how far it is; nothing while it is idle. */
export function ActivityLine({ activity: { activity, progress } }: { activity: ActivityState }) {
  const { t } = useLingui()
  const words: Record<ActivityState['activity'], string> = {
    idle: '',
    rebooting: t`The device restarts.`,
    upgrading: t`The device installs new firmware.`,
    'log-collecting': t`The device collects its log.`,
    'log-uploading': t`The device sends its log.`,
    'network-trying': t`The device tries its new addresses.`,
  }
  // The page of its addresses says more.
  if (activity === 'idle' || activity === 'network-trying') return null
  return (
    <div className={classes['activity']} role="status">
      <span>{words[activity]}</span>
      {progress !== null && (
        <>
          <ProgressBar label={words[activity]} value={progress} max={100} isBeside />
          <span className="sl-figures">{progress} %</span>
        </>
      )}
    </div>
  )
}
