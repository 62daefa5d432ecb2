import { Trans, useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { capabilityWords, lookAtCapabilities } from '../../data/app/capabilities.ts'
import { coreState } from '../../data/core/core.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { capabilityTexts, storageTexts } from './capability-texts.ts'

/** What this browser can do of what browsers differ in, and what happens instead where it cannot. */
export function BrowserSection() {
  const { t, i18n } = useLingui()
  const { kind } = useSnapshot(coreState).storage
  const capabilities = lookAtCapabilities().map(({ name, isThere }) => ({
    word: capabilityWords[name],
    isThere,
    text: capabilityTexts[name][isThere ? 'there' : 'missing'],
  }))
  const isKept = kind === 'kept' || kind === 'full'
  const rows = [...capabilities, { word: 'IndexedDB', isThere: isKept, text: storageTexts[isKept ? 'there' : 'missing'] }]
  const missing = rows.filter(({ isThere }) => !isThere)
  return (
    <SettingsSection
      title={<Trans>This browser</Trans>}
      intro={
        missing.length === 0 ? (
          <Trans>It has everything that the app can use.</Trans>
        ) : (
          <Trans>What it lacks stands first, with what the app does instead. Nothing else has to be done.</Trans>
        )
      }
    >
      <SettingsRows label={t`This browser`}>
        {[...missing, ...rows.filter(({ isThere }) => isThere)].map(({ word, isThere, text }) => (
          <SettingsRow key={word} name={<span translate="no">{word}</span>} text={i18n._(text)}>
            <StatusDot status={isThere ? 'online' : 'warning'} word={isThere ? t`Available` : t`Missing`} hideWord />
            {isThere ? t`Available` : t`Missing`}
          </SettingsRow>
        ))}
      </SettingsRows>
    </SettingsSection>
  )
}
