import { useLingui } from '@lingui/react/macro'
import { languages } from '#contract/enums.ts'
import { chooseLanguage } from '../text/i18n.ts'
import { languageNames } from '../text/language-names.ts'
import classes from './entrance.module.css'

export function LanguageSwitch() {
  const { t, i18n } = useLingui()
  return (
    <div className={classes['languages']} role="group" aria-label={t`Language`}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.locale === language}
          onClick={() => void chooseLanguage(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  )
}
