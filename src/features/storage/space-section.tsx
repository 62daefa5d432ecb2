import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../data/core/core.ts'
import { askToKeep, type StorageOverview } from '../../data/app/storage.ts'
import { BarChart } from '../../ui/controls/chart/bar-chart.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { keptTexts } from './kept-texts.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** How much space is used, and whether the browser may clear it for want of space. */
export function SpaceSection({ overview }: { overview: StorageOverview }) {
  const { t, i18n } = useLingui()
  const { kind } = useSnapshot(coreState).storage
  const { usedBytes, quotaBytes, isPersistent } = overview
  const text = (bytes: number | undefined) => (bytes === undefined ? '–' : bytesText(bytes, i18n.locale))
  const [used, quota] = [text(usedBytes), text(quotaBytes)]
  return (
    <SettingsSection title={<Trans>Space</Trans>}>
      <SettingsRows label={t`Space`}>
        <SettingsRow
          name={<Trans>Used by this app</Trans>}
          text={
            kind === 'kept' ? (
              <Trans>As the browser counts it. The browser would allow {quota}.</Trans>
            ) : kind === 'full' ? (
              <Trans>The space is used up. Clear something below, or free some on the disk.</Trans>
            ) : (
              <Trans>Nothing is kept after the app is closed: this browser, or an older tab, does not let it.</Trans>
            )
          }
        >
          <span className="sl-figures">{used}</span>
        </SettingsRow>
        <SettingsRow
          name={isPersistent ? <Trans>Protected from being cleared</Trans> : <Trans>Not protected from being cleared</Trans>}
          text={
            <span role="status">
              {isPersistent ? (
                <Trans>The browser clears it only when you tell it to.</Trans>
              ) : (
                <Trans>When space is short on this computer the browser may clear it without asking. Changes not sent would be lost.</Trans>
              )}
            </span>
          }
        >
          {isPersistent === false && <Protect />}
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}

/** What takes the space, the largest first. */
export function SpaceChart({ kept }: Pick<StorageOverview, 'kept'>) {
  const { t, i18n } = useLingui()
  const bars = kept
    .filter(({ bytes }) => bytes > 0)
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ kind, bytes }) => ({ id: kind, name: i18n._(keptTexts[kind].name), value: bytes }))
  if (bars.length === 0) return null
  return (
    <BarChart
      label={t`What takes the space`}
      heads={[t`What is kept`, t`Size`]}
      bars={bars}
      textOf={(bytes) => bytesText(bytes, i18n.locale)}
    />
  )
}

function Protect() {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  async function ask() {
    setBusy(true)
    const isKept = await askToKeep().finally(() => setBusy(false))
    if (!isKept) say('error', t`The browser did not agree. It does for apps that are installed or used often.`)
  }
  return (
    <Button variant="default" loading={isBusy} onClick={() => void ask()}>
      <Trans>Protect it</Trans>
    </Button>
  )
}
