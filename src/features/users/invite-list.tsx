import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { roles } from '#contract/access.ts'
import { languages } from '#contract/enums.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { Textarea } from '../../ui/controls/textarea.tsx'
import { DropZone } from '../../ui/controls/drop-zone.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { languageNames } from '../../ui/text/language-names.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { roleNames } from '../../ui/text/role-names.ts'
import { InviteReport } from './invite-report.tsx'
import { SiteChoice } from './site-choice.tsx'
import { useInviteList } from './use-invite-list.ts'
import { useOfflineReason } from './use-offline-reason.ts'
import classes from './panel.module.css'

/** Beyond it a dropped file is no list of people. */
const MOST_BYTES = 1_000_000

/** Invites many people at once, from a list that is pasted or dropped. */
export function InviteList({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const offlineReason = useOfflineReason()
  const { form, field, set, values, siteIds, lines, refused, sending, isBusy, stop } = useInviteList()
  const [isTooLarge, setTooLarge] = useState(false)
  const ready = lines.filter(({ kind }) => kind === 'good').length

  async function add(file: File) {
    setTooLarge(file.size > MOST_BYTES)
    if (file.size > MOST_BYTES || isBusy) return
    const added = await file.text()
    set('list', [values.list.trimEnd(), added].filter(Boolean).join('\n'))
  }

  return (
    <Dialog title={<Trans>Invite many users</Trans>} onClose={onClose} isPanel>
      <form className={classes['form']} {...form}>
        <div className={classes['lines']}>
          <DropZone
            accept=".csv,.txt"
            label={t`List of people`}
            button={<Trans>Choose a file</Trans>}
            isDisabled={isBusy}
            onFile={(file) => void add(file)}
          >
            <Textarea
              label={t`One person a line: e-mail, name and, if it differs, the role`}
              placeholder={'jo.smit@company.example, Jo Smit\nwei.zhang@company.example, Wei Zhang, live-only'}
              autoFocus
              data-autofocus
              spellCheck={false}
              readOnly={isBusy}
              {...field('list')}
            />
          </DropZone>
          <p className={classes['note']}>
            {isTooLarge ? (
              <Trans>The file is too large for a list of people.</Trans>
            ) : (
              <Trans>Paste the list, or drop a text file (CSV) on the field. Tabs, commas and semicolons part the fields.</Trans>
            )}
          </p>
        </div>
        <div className={classes['fields']}>
          <Select
            label={t`Role, where the line names none`}
            data={roles.map((value) => ({ value, label: i18n._(roleNames[value]) }))}
            {...field('role')}
          />
          <Select
            label={t`Language of the e-mail`}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            {...field('language')}
          />
        </div>
        <SiteChoice value={siteIds} onChange={(ids) => set('siteIds', ids.join(' '))} />
        <InviteReport lines={lines} refused={refused} sending={sending} />
        <div className={classes['foot']}>
          <Button variant="default" onClick={isBusy ? stop : onClose}>
            {isBusy ? <Trans>Stop</Trans> : <Trans>Close</Trans>}
          </Button>
          <OnlineButton type="submit" offlineReason={offlineReason} disabled={ready === 0} loading={isBusy}>
            <Plural value={ready} one="Invite # person" other="Invite # people" />
          </OnlineButton>
        </div>
      </form>
    </Dialog>
  )
}
