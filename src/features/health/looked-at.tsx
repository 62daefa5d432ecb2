import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { healthSummary } from '#contract/calls/health/health-summary.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { SettingsSection } from '../../ui/page/settings.tsx'
import settings from '../../ui/page/settings.module.css'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { agoText } from '../../ui/text/time-text.ts'

/** What was looked at to say how everything is. */
export function LookedAt({ summary: { atMs, checked, licence, archive, storage } }: { summary: OutputOf<typeof healthSummary> }) {
  const recorder = storage?.name ?? ''
  const { t, i18n } = useLingui()
  const { sites, devices, cameras, heardOf, oldestToldMs } = checked
  const number = (value: number) => i18n.number(value)
  const [all, some] = [number(devices), number(heardOf)]
  const heard = t`${some} of ${all} devices`
  const oldest = oldestToldMs === null ? undefined : agoText(atMs - oldestToldMs, i18n.locale)
  const [inUse, covered] = [number(licence.cameras), number(licence.covered)]
  const [used, space] = archive ? [bytesText(archive.usedBytes, i18n.locale), bytesText(archive.spaceBytes, i18n.locale)] : []
  return (
    <SettingsSection title={<Trans>What was looked at</Trans>}>
      <Facts
        facts={[
          { name: <Trans>Sites</Trans>, value: number(sites), isFigures: true },
          { name: <Trans>Devices</Trans>, value: number(devices), isFigures: true },
          { name: <Trans>Cameras</Trans>, value: number(cameras), isFigures: true },
          {
            name: <Trans>Disks and recordings, as told by</Trans>,
            value: oldest === undefined ? heard : t`${heard}, the oldest ${oldest}`,
            isFigures: true,
          },
          ...(storage
            ? [
                {
                  name: <Trans>Recorders have room for</Trans>,
                  value: (
                    <Link to="/device/index" search={{ device: storage.sn }} className={settings['go']}>
                      <Plural value={storage.days} one={`# day at least, ${recorder}`} other={`# days at least, ${recorder}`} />
                    </Link>
                  ),
                },
              ]
            : []),
          {
            name: <Trans>Licence</Trans>,
            value: (
              <Link to="/service/servicelicense/list" className={settings['go']}>
                <Trans>
                  Cameras in use: {inUse}, covered: {covered}
                </Trans>
              </Link>
            ),
          },
          ...(archive ? [{ name: <Trans>Space for archives</Trans>, value: t`${used} of ${space}`, isFigures: true }] : []),
        ]}
      />
    </SettingsSection>
  )
}
