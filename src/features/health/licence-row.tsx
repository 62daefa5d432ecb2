import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { SettingsRow } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { dateTimeText } from '../../ui/text/time-text.ts'
import type { LicenceTrouble } from './licence-trouble.ts'
import classes from './health.module.css'

/** A licence that is not in force, and what to do about it. */
export function LicenceRow({ trouble }: { trouble: LicenceTrouble }) {
  const { t, i18n } = useLingui()
  const isWarning = trouble.kind === 'ended' && !trouble.isOver
  const what =
    trouble.kind === 'disputed'
      ? t`The licence is out of force: its payment is disputed`
      : trouble.isEarly
        ? t`The licence was terminated`
        : t`The licence has ended`
  return (
    <SettingsRow
      name={
        <>
          <StatusDot status={isWarning ? 'warning' : 'alarm'} word={isWarning ? t`Warning` : t`Does not work`} />
          {what}
        </>
      }
      text={
        trouble.kind === 'disputed' ? (
          <Trans>Ask your bank: the licence works again when the dispute is settled.</Trans>
        ) : (
          <Ended trouble={trouble} locale={i18n.locale} />
        )
      }
    >
      <Link to="/service/servicelicense/list" className={settings['go']} aria-description={what}>
        <Trans>Open the licence</Trans>
      </Link>
    </SettingsRow>
  )
}

function Ended({ trouble, locale }: { trouble: LicenceTrouble & { kind: 'ended' }; locale: string }) {
  const until = dateTimeText(trouble.eventsUntilMs, locale)
  const since = dateTimeText(trouble.endMs, locale)
  return (
    <>
      {trouble.isOver ? (
        <Trans>Since {until} no events are stored. Have a licence bought again.</Trans>
      ) : (
        <Trans>Events are stored until {until}, then none. Have a licence bought again before.</Trans>
      )}
      <span className={classes['facts']}>
        <time dateTime={new Date(trouble.endMs).toISOString()}>
          <Trans>Since {since}</Trans>
        </time>
      </span>
    </>
  )
}
