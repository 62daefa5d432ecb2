import { useLingui } from '@lingui/react/macro'
import { languages, type Language } from '#contract/enums.ts'
import { languageNames } from '../text/language-names.ts'
import classes from './language-switch.module.css'

/** The languages by their own names, for who is not signed in. */
export function LanguageSwitch({ onChoose }: { onChoose: (language: Language) => void }) {
  const { t, i18n } = useLingui()
  return (
    <div className={classes['languages']} role="group" aria-label={t`Language`}>
      {languages.map((language) => (
        <button key={language} type="button" lang={language} aria-pressed={i18n.locale === language} onClick={() => onChoose(language)}>
          {languageNames[language]}
        </button>
      ))}
    </div>
  )
}
