import { Trans, useLingui } from '@lingui/react/macro'
import type { LicenceInfo } from '#contract/calls/licence/licence-info.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { statusWords, typeWords } from './licence-words.ts'

/** One licence: what it is, how it stands, for how many cameras and until when. `title` says which of the three it is. */
export function LicenceFacts({ title, licence }: { title: string; licence: LicenceInfo }) {
  const { i18n } = useLingui()
  const { licenseType, status, chlNum, newFreeChlNum, startTime, endTime } = licence
  const { word, dot } = statusWords[status]
  const shownWord = i18n._(word)
  const time = (timeMs: number) => <span className="sl-figures">{dateTimeText(timeMs, i18n.locale)}</span>
  return (
    <SettingsSection title={title}>
      <SettingsRows label={title}>
        <SettingsRow name={i18n._(typeWords[licenseType])}>
          <StatusDot status={dot} word={shownWord} hideWord />
          {shownWord}
        </SettingsRow>
        <SettingsRow name={<Trans>Cameras</Trans>}>
          <span className="sl-figures">{licenseType === 'free' ? newFreeChlNum : chlNum}</span>
        </SettingsRow>
        {startTime !== null && <SettingsRow name={<Trans>Begins</Trans>}>{time(startTime)}</SettingsRow>}
        <SettingsRow name={<Trans>Ends</Trans>}>{endTime === null ? <WithoutEnd licence={licence} /> : time(endTime)}</SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}

/** Free channels have no end; a licence that waits learns its own when it begins. */
function WithoutEnd({ licence: { licenseType } }: { licence: LicenceInfo }) {
  return licenseType === 'free' ? <Trans>Never</Trans> : <Trans>Its term counts from when it begins</Trans>
}
