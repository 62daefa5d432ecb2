import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QuotaKind } from '#contract/calls/health/quota-list.ts'
import { quotasQuery } from '../../data/organization/health.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { SettingsSection } from '../../ui/page/settings.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'

const names: Record<QuotaKind, ReactNode> = {
  mail: <Trans>E-mails today</Trans>,
  invitations: <Trans>Invitations today</Trans>,
  shares: <Trans>Links to archives today</Trans>,
  'picture-bytes': <Trans>Pictures of events today</Trans>,
  devices: <Trans>Devices</Trans>,
  'archive-bytes': <Trans>Archives</Trans>,
  'stored-bytes': <Trans>All pictures and clips</Trans>,
  'stored-objects': <Trans>Number of pictures and clips</Trans>,
  'alarm-rules': <Trans>Alarm rules</Trans>,
  contacts: <Trans>Contacts</Trans>,
  'plate-groups': <Trans>Plate groups</Trans>,
}

function isBytes(kind: QuotaKind): boolean {
  return kind === 'picture-bytes' || kind === 'archive-bytes' || kind === 'stored-bytes'
}

/** How much the organization uses of what is shared with others, and how much it may. For administrators. */
export function Quotas() {
  const { t, i18n } = useLingui()
  const { data } = useQuery({ ...quotasQuery, meta: { isQuiet: true } })
  if (data === undefined) return null
  const text = (kind: QuotaKind, value: number) => (isBytes(kind) ? bytesText(value, i18n.locale) : i18n.number(value))
  const more = data.newUntilMs === null ? undefined : dateTimeText(data.newUntilMs, i18n.locale)
  return (
    <SettingsSection
      title={<Trans>What your organization may use</Trans>}
      intro={
        <>
          <Trans>
            Each organization has its share, so that none takes it from others. What is counted by the day begins anew at midnight (UTC).
          </Trans>{' '}
          {more !== undefined && <Trans>Your organization is new: from {more} on it may use more.</Trans>}
        </>
      }
    >
      <Facts
        facts={data.quotas.flatMap(({ kind, used, most }) => {
          if (kind === null) return []
          const [some, all] = [text(kind, used), text(kind, most)]
          return { name: names[kind], value: t`${some} of ${all}`, isFigures: true }
        })}
      />
    </SettingsSection>
  )
}
