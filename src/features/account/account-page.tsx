import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { languages, themeChoice, type Language, type ThemeChoice } from '#contract/enums.ts'
import { CallError } from '../../data/call-error.ts'
import { signOut } from '../../data/core.ts'
import { profileQuery, updateProfile } from '../../data/profile.ts'
import { chooseLanguage, languageNames } from '../../ui/i18n.ts'
import { Mantine } from '../../ui/mantine.tsx'
import { Page } from '../../ui/page.tsx'
import { chooseTheme, themeState } from '../../ui/theme-choice.ts'
import { say } from '../../ui/toast-store.ts'
import { About } from './about.tsx'
import { roleNames } from './role-names.ts'
import classes from './account.module.css'

export function AccountPage() {
  return (
    <Mantine>
    <Page
      title={<Trans>Account</Trans>}
      action={
        <Button variant="default" onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Button>
      }
    >
      <div className={classes['columns']}>
        <Profile />
        <Preferences />
        <About />
      </div>
    </Page>
    </Mantine>
  )
}

function Profile() {
  const { t, i18n } = useLingui()
  const { data: person } = useSuspenseQuery(profileQuery)
  const [alias, setAlias] = useState(person.alias)
  const [phone, setPhone] = useState(person.phone)
  const [trouble, setTrouble] = useState<{ alias?: ReactNode; phone?: ReactNode }>({})
  const [isBusy, setBusy] = useState(false)
  const isChanged = alias !== person.alias || phone !== person.phone

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    const input = profileUpdate.input.safeParse({ alias, phone })
    if (!input.success) {
      const wrong = new Set(input.error.issues.map(({ path }) => path[0]))
      return setTrouble({
        alias: wrong.has('alias') && <Trans>Enter a name of at most 32 characters, without {'< > & , \' " / \\ % : #'}.</Trans>,
        phone: wrong.has('phone') && <Trans>Enter digits, spaces, brackets and hyphens, with + in front if you like.</Trans>,
      })
    }
    setTrouble({})
    setBusy(true)
    try {
      await updateProfile(input.data)
      say('done', t`Saved.`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={classes['section']}>
      <h2>
        <Trans>Profile</Trans>
      </h2>
      <dl className={classes['facts']}>
        <dt>
          <Trans>User name</Trans>
        </dt>
        <dd>{person.loginName}</dd>
        <dt>
          <Trans>E-mail</Trans>
        </dt>
        <dd>{person.email || '–'}</dd>
        <dt>
          <Trans>Role</Trans>
        </dt>
        <dd>{i18n._(roleNames[person.role])}</dd>
        <dt>
          <Trans>Organization</Trans>
        </dt>
        <dd>{person.organizationName}</dd>
      </dl>
      <form className={classes['form']} onSubmit={(event) => void onSubmit(event)} noValidate>
        <TextInput label={t`Display name`} autoComplete="name" maxLength={32} value={alias} error={trouble.alias} onChange={(event) => setAlias(event.currentTarget.value)} />
        <TextInput label={t`Phone`} type="tel" autoComplete="tel" maxLength={24} value={phone} error={trouble.phone} onChange={(event) => setPhone(event.currentTarget.value)} />
        <div>
          <Button type="submit" disabled={!isChanged} loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </section>
  )
}

/** Take effect at once here, and go with the person to other machines. */
function Preferences() {
  const { t, i18n } = useLingui()
  const { choice: theme } = useSnapshot(themeState)
  const themes: Record<ThemeChoice, string> = { system: t`As the system, dark for video`, light: t`Light`, dark: t`Dark` }

  async function onLanguage(language: Language) {
    await chooseLanguage(language)
    await keep({ language })
  }
  async function onTheme(choice: ThemeChoice) {
    chooseTheme(choice)
    await keep({ theme: choice })
  }

  return (
    <section className={classes['section']}>
      <h2>
        <Trans>Preferences</Trans>
      </h2>
      <div className={classes['form']}>
        <NativeSelect
          label={t`Language`}
          value={i18n.locale}
          data={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(event) => void onLanguage(languages.find((language) => language === event.currentTarget.value) ?? 'en-US')}
        />
        <NativeSelect
          label={t`Theme`}
          value={theme}
          data={Object.entries(themes).map(([value, label]) => ({ value, label }))}
          onChange={(event) => void onTheme(themeChoice.parse(event.currentTarget.value))}
        />
      </div>
    </section>
  )
}

async function keep(change: { language?: Language; theme?: ThemeChoice }): Promise<void> {
  try {
    await updateProfile(change)
  } catch (error) {
    // Announced already; on this machine the choice holds all the same.
    if (!(error instanceof CallError)) throw error
  }
}
