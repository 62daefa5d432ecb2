import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { requiredPluginVersions } from '#contract/limits.ts'
import { coreState } from '../../data/core/core.ts'
import { connectPlugin } from '../../data/media/connect-plugin.ts'
import { helperKindHere, useHelper } from '../../data/app/helper.ts'
import { Button } from '../../ui/controls/button.tsx'
import { HelperDownload } from '../../ui/notice/helper-download.tsx'
import { PluginReason, type UnloadedReason } from '../../ui/notice/plugin-reason.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'

/** The local plugin: whether it is loaded, in which version, which one is needed (rule 4.13), and how to have it. */
export function PluginSection() {
  const { t } = useLingui()
  const { plugin } = useSnapshot(coreState)
  const offer = useHelper()
  const [isBusy, setBusy] = useState(false)
  const isLoaded = plugin.kind === 'loaded'
  const isWanted = !isLoaded || plugin.needsUpdate
  const state = isLoaded ? t`Loaded` : t`Unloaded`
  const required = requiredPluginVersions[helperKindHere()]
  async function look() {
    setBusy(true)
    await connectPlugin().finally(() => setBusy(false))
  }
  return (
    <SettingsSection title={<Trans>Video plugin on this computer</Trans>}>
      <SettingsRows label={t`Video plugin on this computer`}>
        <SettingsRow
          name={
            <>
              <StatusDot status={isLoaded ? (plugin.needsUpdate ? 'warning' : 'online') : 'offline'} word={state} hideWord />
              <span>{state}</span>
              {isLoaded && <span className="sl-figures">{plugin.version}</span>}
            </>
          }
          text={
            <span role="status">
              <PluginWords />
            </span>
          }
        >
          {!isLoaded && (
            <Button variant="default" loading={isBusy} onClick={() => void look()}>
              <Trans>Look for the plugin</Trans>
            </Button>
          )}
        </SettingsRow>
        <SettingsRow name={<Trans>Version that is needed here</Trans>}>
          <span className="sl-figures">{required}</span>
        </SettingsRow>
      </SettingsRows>
      {isWanted && <HelperDownload offer={offer} />}
    </SettingsSection>
  )
}

/** The state of the plugin in words. While it is looked for again the last reason stands. */
function PluginWords() {
  const { plugin } = useSnapshot(coreState)
  const [reason, setReason] = useState<UnloadedReason>()
  useEffect(() => {
    if (plugin.kind === 'unloaded' && plugin.reason !== 'not-tried') setReason(plugin.reason)
  }, [plugin])
  if (plugin.kind === 'loaded') {
    return plugin.needsUpdate ? (
      <Trans>It is too old. Install the newest one; until then some things do not work with it.</Trans>
    ) : (
      <Trans>It is as new as it has to be.</Trans>
    )
  }
  return reason === undefined ? <Trans>It is being looked for.</Trans> : <PluginReason reason={reason} />
}
