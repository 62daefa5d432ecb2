import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { useNotices } from './use-notices.ts'
import classes from './notifications.module.css'

/** How alarms reach the person, on all their machines. Which alarms sound or speak is said by their rules. */
export function HearingSection() {
  const { t, i18n } = useLingui()
  const [{ volume, isSpoken, isOnDesktop }, change] = useNotices()
  return (
    <SettingsSection
      title={<Trans>How alarms reach you</Trans>}
      intro={<Trans>On all your machines. Which alarms sound or are read out is set in their alarm rules.</Trans>}
    >
      <SettingsRows label={t`How alarms reach you`}>
        <SettingsRow name={<Trans>Volume of alarms</Trans>}>
          <div className={classes['volume']}>
            <Slider
              label={t`Volume of alarms`}
              min={0}
              max={100}
              step={5}
              value={volume}
              valueText={i18n.number(volume / 100, { style: 'percent' })}
              isValueShown
              onChange={(next) => change({ volume: next }, { isMoving: true })}
            />
          </div>
        </SettingsRow>
        <SettingsRow name={<Trans>Speech</Trans>} text={<Trans>Behind the tone, for rules that speak.</Trans>}>
          <Checkbox label={t`Read alarms out`} checked={isSpoken} onChange={(event) => change({ isSpoken: event.currentTarget.checked })} />
        </SettingsRow>
        <SettingsRow name={<Trans>Notices on the desktop</Trans>} text={<Trans>Where the browser is allowed to show them.</Trans>}>
          <Checkbox
            label={t`Show notices`}
            checked={isOnDesktop}
            onChange={(event) => change({ isOnDesktop: event.currentTarget.checked })}
          />
        </SettingsRow>
      </SettingsRows>
    </SettingsSection>
  )
}
