import { Trans, useLingui } from '@lingui/react/macro'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { gradeOf, type HealthGrade, type HealthLine } from '#contract/calls/health/health-line.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { knowHealth } from '../../data/organization/health.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuButton, MenuItem } from '../../ui/controls/menu.tsx'
import { StatusDot, type Status } from '../../ui/controls/status-dot.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { SettingsRow } from '../../ui/page/settings.tsx'
import { agoText, dateTimeText } from '../../ui/text/time-text.ts'
import { LineLink } from './line-link.tsx'
import { useHealthWords } from './use-health-words.ts'
import classes from './health.module.css'

const dots: Record<HealthGrade, Status> = { failed: 'alarm', warning: 'warning', note: 'unknown' }

interface HealthRowProps {
  line: HealthLine
  nowMs: number
  /** For who may say that something is known. */
  mayKnow: boolean
  offlineReason: string | undefined
}

/** One thing that is wrong, and the one thing to do about it. */
export function HealthRow({ line, nowMs, mayKnow, offlineReason }: HealthRowProps) {
  const { t, i18n } = useLingui()
  const { what, toDo } = useHealthWords()(line)
  const grade = gradeOf(line.kind)
  const grades: Record<HealthGrade, string> = { failed: t`Does not work`, warning: t`Warning`, note: t`Note` }
  const { known, siteName, sinceMs, toldMs } = line
  const since = sinceMs === undefined ? '' : dateTimeText(sinceMs, i18n.locale)
  const told = toldMs === undefined ? '' : agoText(nowMs - toldMs, i18n.locale)
  const isPlaceNamed = line.sn !== undefined && siteName !== undefined
  return (
    <SettingsRow
      name={
        <>
          <StatusDot status={known === undefined ? dots[grade] : 'unknown'} word={grades[grade]} />
          {what}
        </>
      }
      text={
        <>
          {toDo}
          <span className={classes['facts']}>
            {isPlaceNamed && <span>{siteName}</span>}
            {sinceMs !== undefined && (
              <time dateTime={new Date(sinceMs).toISOString()} title={agoText(nowMs - sinceMs, i18n.locale)}>
                <Trans>Since {since}</Trans>
              </time>
            )}
            {toldMs !== undefined && (
              <span>
                <Trans>Told {told}</Trans>
              </span>
            )}
            {known && <Known known={known} />}
          </span>
        </>
      }
    >
      <LineLink line={line} about={what} />
      {mayKnow &&
        (known ? (
          <Unknow lineKey={line.key} offlineReason={offlineReason} />
        ) : (
          <KnowMenu line={line} what={what} offlineReason={offlineReason} />
        ))}
    </SettingsRow>
  )
}

function Known({ known: { untilMs, byName } }: { known: NonNullable<HealthLine['known']> }) {
  const { i18n } = useLingui()
  const until = dateTimeText(untilMs, i18n.locale)
  return (
    <span>
      <Trans>
        Known until {until}, says {byName}
      </Trans>
    </span>
  )
}

function Unknow({ lineKey, offlineReason }: { lineKey: string; offlineReason: string | undefined }) {
  const { isBusy, run } = useAction()
  return (
    <Button
      variant="default"
      loading={isBusy}
      disabled={offlineReason !== undefined}
      onClick={() => void run(() => knowHealth(lineKey, null))}
    >
      <Trans>Remind again</Trans>
    </Button>
  )
}

function KnowMenu({ line: { key }, what, offlineReason }: { line: HealthLine; what: string; offlineReason: string | undefined }) {
  const { t } = useLingui()
  const { run } = useAction()
  const off = offlineReason === undefined ? {} : { reason: offlineReason }
  const know = (days: number) => void run(() => knowHealth(key, Date.now() + days * DAY_MS))
  return (
    <MenuButton label={t`Mark as known: ${what}`} icon={<IconCheck size={18} stroke={1.5} aria-hidden />}>
      <MenuItem label={t`Known until tomorrow`} {...off} onClick={() => know(1)} />
      <MenuItem label={t`Known for a week`} {...off} onClick={() => know(7)} />
      <MenuItem label={t`Known for a month`} {...off} onClick={() => know(30)} />
    </MenuButton>
  )
}
