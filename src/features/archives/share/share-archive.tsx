import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { coreState } from '../../../data/core/core.ts'
import { redactionsQuery } from '../../../data/records/redactions.ts'
import { shareArchive, type ShareLink } from '../../../data/records/archive-shares.ts'
import { sentShare, ShareFields, useShareWords, usualShare } from '../../../ui/archive/share-fields.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { FormFoot } from '../../../ui/form/form-foot.tsx'
import forms from '../../../ui/form/form.module.css'
import { useForm } from '../../../ui/form/use-form.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { say } from '../../../ui/notice/toast-store.ts'
import { Shares } from './shares.tsx'
import classes from './share.module.css'

interface ShareArchiveProps {
  archive: Archive
  /** Archives that the same link shows as well. */
  more?: readonly Archive[]
  onClose: () => void
}

/** Shares an archive, or several, by mail, by a link, or both; and shows who has the one already. */
export function ShareArchive({ archive: { archiveId }, more = [], onClose }: ShareArchiveProps) {
  const { t, i18n } = useLingui()
  const { isServiceReachable } = useSnapshot(coreState)
  const [links, setLinks] = useState<ShareLink[]>()
  const isOne = more.length === 0
  const { data: made } = useQuery({ ...redactionsQuery(archiveId), enabled: isOne })
  const redacted = (isOne && made?.redactions.filter(({ status }) => status === archiveStatuses.success)) || []
  const words = useShareWords()
  const { form, field, trouble, isBusy } = useForm({
    initial: { ...usualShare, redactionId: '' },
    schema: archivesShare.input,
    input: ({ redactionId, ...typed }) => ({
      archiveId,
      ...(!isOne && { moreArchiveIds: more.map((one) => one.archiveId) }),
      ...(redactionId !== '' && { redactionId }),
      ...sentShare(typed),
    }),
    words,
    send: async (wish) => setLinks(await shareArchive(wish)),
  })
  const { error: _version, ...version } = field('redactionId')
  return (
    <Dialog
      title={isOne ? <Trans>Share the archive</Trans> : <Plural value={more.length + 1} one="Share # archive" other="Share # archives" />}
      onClose={onClose}
    >
      {links === undefined ? (
        <form className={forms['form']} {...form}>
          <ShareFields field={field} isFirst>
            {redacted.length > 0 && (
              <Select
                label={t`What is shown`}
                data={[
                  { value: '', label: t`The untouched clip` },
                  ...redacted.map(({ redactionId, createdAtMs }) => ({
                    value: redactionId,
                    label: t`The redacted clip of ${dateTimeText(createdAtMs, i18n.locale)}`,
                  })),
                ]}
                {...version}
              />
            )}
          </ShareFields>
          <p className={forms['text']}>
            {isOne ? (
              <Trans>Whoever has the link sees the clip without signing in. You can revoke it at any time.</Trans>
            ) : (
              <Trans>One link shows all of them. Whoever has it sees the clips without signing in. You can revoke it at any time.</Trans>
            )}
          </p>
          <FormFoot trouble={trouble.form} onCancel={onClose}>
            <OnlineButton
              type="submit"
              loading={isBusy}
              offlineReason={isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`}
            >
              <Trans>Share</Trans>
            </OnlineButton>
          </FormFoot>
        </form>
      ) : (
        <Shared links={links} onClose={onClose} />
      )}
      {isOne && <Shares archiveId={archiveId} />}
    </Dialog>
  )
}

/** The links, which are shown this once: the service keeps no copy of them. The first is at hand: the button that had the focus is gone. */
function Shared({ links, onClose }: { links: readonly ShareLink[]; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <div className={forms['form']}>
      <p className={forms['text']}>
        {links.some(({ email }) => email !== null) ? (
          <Trans>Each link is on its way by mail. They are shown this once.</Trans>
        ) : (
          <Trans>The link is shown this once.</Trans>
        )}
      </p>
      <ul className={classes['links']} aria-label={t`Addresses of what is shared`}>
        {links.map(({ email, url }, index) => (
          <li key={url}>
            <TextInput label={email ?? t`Link`} value={url} readOnly onFocus={(event) => event.currentTarget.select()} />
            <Button
              variant="default"
              autoFocus={index === 0}
              aria-label={email === null ? undefined : t`Copy the link for ${email}`}
              onClick={() => void navigator.clipboard.writeText(url).then(() => say('done', t`The link is copied.`))}
            >
              {email === null ? <Trans>Copy the link</Trans> : <Trans>Copy</Trans>}
            </Button>
          </li>
        ))}
      </ul>
      <div className={forms['buttons']}>
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </div>
  )
}
