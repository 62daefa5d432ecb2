import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { myInstallerGet } from '#contract/calls/installer/my-installer-get.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { ForOwnAdministrators } from '../../data/person/for-roles.tsx'
import { partWithInstaller } from '../../data/organization/installer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SettingsRow } from '../../ui/page/settings.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { say } from '../../ui/notice/toast-store.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'

type Installer = NonNullable<OutputOf<typeof myInstallerGet>['installer']>

/** Who the installer is, and the way to part with them. */
export function InstallerRow({ installer }: { installer: Installer }) {
  const { i18n } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const { companyName, contact, email, phone, boundAtMs } = installer
  const since = dateTimeText(boundAtMs, i18n.locale)
  return (
    <SettingsRow name={companyName} text={[contact, email, phone].filter((part) => part !== '').join(' · ')}>
      <span className="sl-figures">
        <Trans>since {since}</Trans>
      </span>
      <ForOwnAdministrators>
        <Button variant="default" onClick={() => setAsking(true)}>
          <Trans>Remove installer</Trans>
        </Button>
      </ForOwnAdministrators>
      {isAsking && <Part name={companyName} onClose={() => setAsking(false)} />}
    </SettingsRow>
  )
}

function Part({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Question
      title={<Trans>Remove the installer “{name}”?</Trans>}
      answer={<Trans>Remove installer</Trans>}
      isDanger
      isAnnounced
      onAnswer={async () => {
        await partWithInstaller()
        say('done', t`“${name}” is no longer your installer.`)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Trans>Access that they have now ends at once, and they cannot ask again. A new invitation is needed to bring them back.</Trans>
      </p>
    </Question>
  )
}
