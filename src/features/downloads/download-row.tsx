import { Trans, useLingui } from '@lingui/react/macro'
import { browserDownloadFaults, type ListedDownload } from '#contract/core-api.ts'
import { codeOf } from '#contract/errors.ts'
import { pluginCodes } from '#contract/plugin/plugin-codes.ts'
import type { DownloadTaskStatus } from '#contract/states/download-task.ts'
import { controlDownload, openDownloadFolder } from '../../data/records/downloads.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { ProgressBar } from '../../ui/controls/progress-bar.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { formatter } from '../../ui/text/formatter.ts'
import { pluginErrorText } from '../../ui/text/plugin-error-text.ts'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { saveFile } from './save-file.ts'
import { useReasons } from './use-plugin.ts'
import classes from './downloads.module.css'

/** Of a part of a recording, which the service keeps for a while only. */
const GONE = codeOf('archive-missing')

interface RowProps {
  task: ListedDownload
  /** Of its camera. */
  zone: string
  /** It was so when the plugin was there last. */
  isKept: boolean
  onRun: (work: Promise<void>) => Promise<void>
  onDelete: () => void
}

/** One task: what it fetches, how far it has come, and what can be done with it. */
export function DownloadRow({ task, zone, isKept, onRun, onDelete }: RowProps) {
  const { i18n } = useLingui()
  const { fileName, status, startTime, endTime, createTime, goesOn } = task
  const added = dateTimeText(createTime, i18n.locale)
  const range = `${siteTimeText(startTime, i18n.locale, zone)} – ${siteTimeText(endTime, i18n.locale, zone)}`
  return (
    <li className={classes['item']} data-status={status} aria-label={fileName}>
      <div className={classes['what']}>
        <h3>{fileName}</h3>
        <p className="sl-figures">{range}</p>
        <p className="sl-figures">
          <Trans>Added: {added}</Trans>
        </p>
        {goesOn === true && (
          <p>
            <Trans>It ends where the camera changed its picture or its sound. The rest is the file with the next number.</Trans>
          </p>
        )}
      </div>
      <State task={task} isKept={isKept} />
      <Actions task={task} onRun={onRun} onDelete={onDelete} />
      {status === 'startFailed' && (
        <p className={classes['reason']}>
          <Reason task={task} />
        </p>
      )}
    </li>
  )
}

function Reason({ task: { keeper, errorCode } }: Pick<RowProps, 'task'>) {
  if (keeper === 'plugin') {
    if (errorCode !== pluginCodes.refused) return pluginErrorText({ code: errorCode })
    return <Trans>The service does not give this file. It was deleted, or you may not download it any more.</Trans>
  }
  if (errorCode === browserDownloadFaults.damaged)
    return <Trans>Some of the file is damaged. Restart the download: only that is fetched again.</Trans>
  if (errorCode === browserDownloadFaults.noRoom)
    return <Trans>The browser has no room for this file. Free some space on this computer, or remove old downloads.</Trans>
  if (errorCode === GONE) return <Trans>The service keeps this file no more. Restart the download: it is made again.</Trans>
  return errorText({ code: errorCode })
}

function useStatusWords(): Record<DownloadTaskStatus, { status: Status; word: string }> {
  const { t } = useLingui()
  return {
    prepare: { status: 'unknown', word: t`Preparing` },
    continue: { status: 'online', word: t`Downloading` },
    pause: { status: 'offline', word: t`Paused` },
    finish: { status: 'online', word: t`Completed` },
    startFailed: { status: 'alarm', word: t`Failed` },
  }
}

function State({ task: { status, progressPercent, speedKbps, fileName }, isKept }: Pick<RowProps, 'task' | 'isKept'>) {
  const { t, i18n } = useLingui()
  const dot = useStatusWords()[status]
  const percent = formatter(Intl.NumberFormat, i18n.locale, { style: 'percent' }).format(progressPercent / 100)
  const speed = i18n.number(speedKbps)
  return (
    <div className={classes['state']}>
      <p className="sl-figures">
        <span className={classes['word']}>
          <StatusDot status={dot.status} word={dot.word} hideWord />
          {dot.word}
        </span>
        <span>{percent}</span>
        {status === 'continue' && !isKept && (
          <span>
            <Trans>{speed} kb/s</Trans>
          </span>
        )}
      </p>
      <ProgressBar label={t`Progress of ${fileName}`} value={progressPercent} max={100} />
    </div>
  )
}

function Actions({ task, onRun, onDelete }: Omit<RowProps, 'isKept' | 'zone'>) {
  const { t } = useLingui()
  const { noPlugin, noService } = useReasons()
  const { taskId, status, fileName, keeper } = task
  const noKeeper = keeper === 'plugin' ? noPlugin : undefined
  const wishes = { continue: 'pause', pause: 'continue', startFailed: 'continue' } as const
  const words = { continue: t`Pause`, pause: t`Continue`, startFailed: t`Restart` }
  return (
    <div className={classes['buttons']} role="group" aria-label={fileName}>
      {status !== 'prepare' && status !== 'finish' && (
        <OnlineButton
          size="xs"
          variant="default"
          offlineReason={noKeeper ?? (status === 'continue' ? undefined : noService)}
          onClick={() => void onRun(controlDownload(taskId, wishes[status]))}
        >
          {words[status]}
        </OnlineButton>
      )}
      {keeper === 'plugin' && (
        <OnlineButton size="xs" variant="default" offlineReason={noKeeper} onClick={() => void onRun(openDownloadFolder(taskId))}>
          <Trans>Open folder</Trans>
        </OnlineButton>
      )}
      {keeper === 'browser' && status === 'finish' && (
        <OnlineButton size="xs" offlineReason={undefined} onClick={() => void onRun(saveFile(task))}>
          <Trans>Save file…</Trans>
        </OnlineButton>
      )}
      <OnlineButton size="xs" variant="default" offlineReason={noKeeper} onClick={onDelete}>
        <Trans>Remove</Trans>
      </OnlineButton>
    </div>
  )
}
