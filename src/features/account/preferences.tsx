import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { languages, themeChoice, type Language, type ThemeChoice } from '#contract/enums.ts'
import { updateProfile } from '../../data/person/profile.ts'
import { faultOf } from '../../lib/fault.ts'
import { Select } from '../../ui/controls/select.tsx'
import { chooseLanguage } from '../../ui/text/i18n.ts'
import { languageNames } from '../../ui/text/language-names.ts'
import { themeState } from '../../ui/theme/theme-choice.ts'
import classes from './account.module.css'

/** Take effect at once here, and go with the person to other machines. */
export function Preferences() {
  const { t, i18n } = useLingui()
  const { choice: theme } = useSnapshot(themeState)
  const [wanted, setWanted] = useState<ThemeChoice>()
  const themes: Record<ThemeChoice, string> = { system: t`As the system, dark for video`, light: t`Light`, dark: t`Dark` }

  async function onLanguage(language: Language) {
    await chooseLanguage(language)
    await keep({ language })
  }
  /** Shows when it is written down where no crash takes it (`asChosen` of the outbox): what is seen is there tomorrow. */
  async function onTheme(choice: ThemeChoice) {
    setWanted(choice)
    await keep({ theme: choice })
    setWanted(undefined)
  }

  return (
    <section className={classes['section']}>
      <h2>
        <Trans>Preferences</Trans>
      </h2>
      <div className={classes['form']}>
        <Select
          label={t`Language`}
          value={i18n.locale}
          data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(event) => void onLanguage(languages.find((language) => language === event.currentTarget.value) ?? 'en-US')}
        />
        <Select
          label={t`Theme`}
          value={wanted ?? theme}
          data={Object.entries(themes).map(([value, label]) => ({ value, label }))}
          onChange={(event) => void onTheme(themeChoice.parse(event.currentTarget.value))}
        />
      </div>
    </section>
  )
}

/** What it fails with is announced already; on this machine the choice holds all the same. */
async function keep(change: { language?: Language; theme?: ThemeChoice }): Promise<void> {
  await faultOf(updateProfile(change))
}
