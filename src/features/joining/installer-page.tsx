import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { lengths } from '#contract/limits.ts'
import { name, personName, phone } from '#contract/rules.ts'
import { bindingQuery, bindInstaller, type InvitationLink } from '../../data/person/joining.ts'
import buttons from '../../ui/controls/button.module.css'
import classes from '../../ui/page/entrance.module.css'
import { Field } from '../../ui/form/field.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { InstallerAccess } from './installer-access.tsx'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'
import { BadLink, LinkIsBeingRead } from './link-state.tsx'

interface Bound {
  installerId: string
  installerKey: string
}

/** The page of an installer's link: whoever holds it becomes the organization's installer, and is told a key once. */
export function BindInstallerPage({ link }: { link: InvitationLink }) {
  const { data: binding, error, refetch } = useQuery(bindingQuery(link))
  const [bound, setBound] = useState<Bound>()
  const [isAsking, setAsking] = useState(false)
  if (error) return <BadLink error={error} onRetry={() => void refetch()} />
  if (binding === undefined) return <LinkIsBeingRead />
  const { organizationName, email } = binding
  if (bound !== undefined && isAsking) return <InstallerAccess installerKey={bound} onAnotherKey={() => setAsking(false)} />
  if (bound !== undefined)
    return (
      <JoinPage title={<Trans>You are the installer</Trans>}>
        <p className={own['lead']}>
          <Trans>
            You now are the installer of <b>{organizationName}</b>. Keep this key: requests for access are made with it, and it is shown
            only now.
          </Trans>
        </p>
        <InstallerKey {...bound} onAsk={() => setAsking(true)} />
      </JoinPage>
    )
  return (
    <JoinPage title={<Trans>Become the installer</Trans>}>
      <p className={own['lead']}>
        <Trans>
          <b>{organizationName}</b> asks <b>{email}</b> to be its installer. You may then ask its administrators for access, which they
          grant for a time.
        </Trans>
      </p>
      <InstallerForm link={link} onBound={setBound} />
    </JoinPage>
  )
}

const schema = z.object({ companyName: name(), contact: personName, phone })

function InstallerForm({ link, onBound }: { link: InvitationLink; onBound: (bound: Bound) => void }) {
  const { t } = useLingui()
  const { form, field, trouble, isBusy } = useForm({
    initial: { companyName: '', contact: '', phone: '' },
    schema,
    isFocused: true,
    send: async (company) => onBound(await bindInstaller({ ...link, ...company })),
  })

  return (
    <form className={classes['form']} {...form}>
      <Field label={t`Name of the company`} autoComplete="organization" maxLength={lengths.name} {...field('companyName')} />
      <Field label={t`Your name`} autoComplete="name" maxLength={lengths.personName} {...field('contact')} />
      <Field label={t`Telephone`} type="tel" autoComplete="tel" {...field('phone')} />
      <TroubleLine text={trouble.form} />
      <button type="submit" className={buttons['main']} aria-busy={isBusy}>
        <Trans>Become the installer</Trans>
      </button>
    </form>
  )
}

function InstallerKey({ installerId, installerKey, onAsk }: Bound & { onAsk: () => void }) {
  const { t } = useLingui()
  async function copy() {
    try {
      await navigator.clipboard.writeText(installerKey)
      say('done', t`The key is copied.`)
    } catch {
      say('error', t`The browser did not allow to copy. Select the key and copy it.`)
    }
  }
  return (
    <>
      <dl className={own['facts']}>
        <dt>
          <Trans>Installer</Trans>
        </dt>
        <dd>
          <code className={own['key']}>{installerId}</code>
        </dd>
        <dt>
          <Trans>Key</Trans>
        </dt>
        <dd>
          <code className={own['key']}>{installerKey}</code>
        </dd>
      </dl>
      <div className={own['buttons']}>
        <button type="button" className={buttons['main']} onClick={() => void copy()}>
          <Trans>Copy the key</Trans>
        </button>
        <button type="button" className={buttons['other']} onClick={onAsk}>
          <Trans>Ask for access</Trans>
        </button>
      </div>
    </>
  )
}
