import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QuotaKind } from '#contract/calls/health/quota-list.ts'
import { quotasQuery } from '../../data/organization/health.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { SettingsSection } from '../../ui/page/settings.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'

const names: Record<QuotaKind, ReactNode> = {
  mail: <Trans>E-mails today</Trans>,
  'picture-bytes': <Trans>Pictures of events today</Trans>,
  'alarm-rules': <Trans>Alarm rules</Trans>,
  contacts: <Trans>Contacts</Trans>,
  'plate-groups': <Trans>Plate groups</Trans>,
}

/** How much the organization uses of what is shared with others, and how much it may. For administrators. */
export function Quotas() {
  const { t, i18n } = useLingui()
  const { data } = useQuery({ ...quotasQuery, meta: { isQuiet: true } })
  if (data === undefined) return null
  const text = (kind: QuotaKind, value: number) => (kind === 'picture-bytes' ? bytesText(value, i18n.locale) : i18n.number(value))
  return (
    <SettingsSection
      title={<Trans>What your organization may use</Trans>}
      intro={
        <Trans>
          Each organization has its share, so that none takes it from others. What is counted by the day begins anew at midnight (UTC).
        </Trans>
      }
    >
      <Facts
        facts={data.quotas.map(({ kind, used, most }) => {
          const [some, all] = [text(kind, used), text(kind, most)]
          return { name: names[kind], value: t`${some} of ${all}`, isFigures: true }
        })}
      />
    </SettingsSection>
  )
}
