import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { coreState } from '../../data/core/core.ts'
import { systemVersionQuery } from '../../data/app/system-version.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'

/** The service's version, whether it can be reached, and whether it speaks as this client does. */
export function ServiceSection() {
  const { t } = useLingui()
  const { data } = useQuery(systemVersionQuery)
  const { isServiceReachable } = useSnapshot(coreState)
  const word = isServiceReachable ? t`Connected` : t`Cannot be reached`
  return (
    <SettingsSection title={<Trans>Service</Trans>}>
      <SettingsRows label={t`Service`}>
        <SettingsRow
          name={<span className="sl-figures">{data?.version ?? '–'}</span>}
          text={
            data &&
            (data.contractVersion === CONTRACT_VERSION ? (
              <Trans>It fits this version of the app.</Trans>
            ) : (
              <Trans>
                It is made for another version of the app. Look for a new version above; if there is none, tell your administrator.
              </Trans>
            ))
          }
        >
          <StatusDot status={isServiceReachable ? 'online' : 'offline'} word={word} hideWord />
          {word}
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}
