import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { languages, themeChoice, type Language, type ThemeChoice } from '#contract/enums.ts'
import { writeProfile } from '../../data/person/profile.ts'
import { Select } from '../../ui/controls/select.tsx'
import { chooseLanguage } from '../../ui/text/i18n.ts'
import { languageNames } from '../../ui/text/language-names.ts'
import { themeState } from '../../ui/theme/theme-choice.ts'
import classes from './account.module.css'

/** Take effect at once here, and go with the person to other machines. */
export function Preferences() {
  const { t, i18n } = useLingui()
  const { choice: theme } = useSnapshot(themeState)
  const [wantedTheme, setWantedTheme] = useState<ThemeChoice>()
  const [wantedLanguage, setWantedLanguage] = useState<Language>()
  const themes: Record<ThemeChoice, string> = { system: t`As the system, dark for video`, light: t`Light`, dark: t`Dark` }

  // What is chosen shows when it is written down where no crash takes it: what is seen is there tomorrow.
  async function onLanguage(language: Language) {
    setWantedLanguage(language)
    await writeProfile({ language })
    await chooseLanguage(language)
    setWantedLanguage(undefined)
  }
  /** It shows as the core says that the person has it (`asChosen` of the outbox). */
  async function onTheme(choice: ThemeChoice) {
    setWantedTheme(choice)
    await writeProfile({ theme: choice })
    setWantedTheme(undefined)
  }

  return (
    <section className={classes['section']}>
      <h2>
        <Trans>Preferences</Trans>
      </h2>
      <div className={classes['form']}>
        <Select
          label={t`Language`}
          value={wantedLanguage ?? i18n.locale}
          data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(event) => void onLanguage(languages.find((language) => language === event.currentTarget.value) ?? 'en-US')}
        />
        <Select
          label={t`Theme`}
          value={wantedTheme ?? theme}
          data={Object.entries(themes).map(([value, label]) => ({ value, label }))}
          onChange={(event) => void onTheme(themeChoice.parse(event.currentTarget.value))}
        />
      </div>
    </section>
  )
}
