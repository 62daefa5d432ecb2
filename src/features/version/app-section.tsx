import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSnapshot } from 'valtio'
import { appUpdateQuery, appVersion } from '../../data/app/app-version.ts'
import { applyUpdate, updateState } from '../../data/app/service-worker.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'

/** The client's version, whether a newer one waits, and one press to have it. */
export function AppSection() {
  const { t } = useLingui()
  const { kind } = useSnapshot(updateState)
  const { data: found, isFetching, refetch } = useQuery(appUpdateQuery)
  const isOffered = kind === 'ready' || kind === 'needed' || kind === 'applying'
  return (
    <SettingsSection title={<Trans>App</Trans>}>
      <SettingsRows label={t`App`}>
        <SettingsRow
          name={
            <span className="sl-figures">
              {appVersion.version} {appVersion.build !== undefined && `(${appVersion.build})`}
            </span>
          }
          text={
            <span role="status">
              {isOffered ? <Offered kind={kind} /> : isFetching ? <Trans>Looking for a newer version…</Trans> : <Looked found={found} />}
            </span>
          }
        >
          {isOffered ? (
            <Button loading={kind === 'applying'} onClick={() => void applyUpdate()}>
              <Trans>Use the new version</Trans>
            </Button>
          ) : (
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              <Trans>Look for a new version</Trans>
            </Button>
          )}
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}

function Offered({ kind }: { kind: 'ready' | 'needed' | 'applying' }) {
  switch (kind) {
    case 'ready':
      return <Trans>A newer version is ready. It replaces this one in this tab, and takes a moment.</Trans>
    case 'needed':
      return <Trans>A part of this version could not be loaded. The newest version has it.</Trans>
    case 'applying':
      return <Trans>The newer version is taking over…</Trans>
  }
}

function Looked({ found }: { found: 'looked' | 'unreachable' | 'alone' | undefined }) {
  switch (found) {
    case 'looked':
      return <Trans>This is the newest version.</Trans>
    case 'unreachable':
      return <Trans>The service cannot be reached, so it is not known whether there is a newer version.</Trans>
    case 'alone':
      return <Trans>This browser keeps no copy of the app here: each reload brings the newest version.</Trans>
    case undefined:
      return null
  }
}
