import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { archiveLimits } from '#contract/archives.ts'
import { Checkbox } from '../controls/checkbox.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { OnlineButton } from '../controls/online-button.tsx'
import { Select } from '../controls/select.tsx'
import { FormFoot } from '../form/form-foot.tsx'
import forms from '../form/form.module.css'
import { useForm } from '../form/use-form.ts'
import { timeRangeText } from '../text/time-text.ts'
import { ArchiveFactsFields, sentFacts } from './archive-facts-fields.tsx'
import { ArchivesBegun } from './archives-begun.tsx'
import { archivingSchema, clipLengths, type Archiving, type SentShare, type Subject } from './archiving.ts'
import { sentShare, ShareFields, useShareWords, usualShare } from './share-fields.tsx'
import classes from './archive-dialog.module.css'

interface ArchiveDialogProps {
  archiving: Archiving
  subjects: readonly Subject[]
  /** They are of one moment: they get one title, and play side by side. */
  isTogether: boolean
  /** Lengths beside the usual ones, the first of which is chosen. */
  lengths?: readonly { value: string; label: string }[]
  lengthLabel?: string
  /** They are to be shared as well, if nobody says otherwise. */
  isSharing?: boolean
  /** Said of what is not among the subjects. */
  note?: ReactNode
  onClose: () => void
}

/** The one dialog in which recordings become archives: from the playback, an event, an alarm, or all that was chosen; shared as well, if that is wanted. */
export function ArchiveDialog({
  archiving,
  subjects,
  isTogether,
  lengths = [],
  lengthLabel,
  isSharing = false,
  note,
  onClose,
}: ArchiveDialogProps) {
  const { t, i18n } = useLingui()
  const [chosen, setChosen] = useState(() => new Set(subjects.filter(({ isChosen }) => isChosen).map(({ key }) => key)))
  const [isShared, setShared] = useState(isSharing)
  const [isDone, setDone] = useState(false)
  const wanted = subjects.filter(({ key }) => chosen.has(key))
  const isTitled = isTogether || subjects.length === 1
  const shareWords = useShareWords()
  const usual = { '30000': t`30 seconds`, '60000': t`1 minute`, '300000': t`5 minutes`, '900000': t`15 minutes` }
  const { form, field, values, trouble, isBusy } = useForm({
    initial: {
      length: lengths[0]?.value ?? '60000',
      title: isTitled ? (subjects[0]?.title ?? '') : '',
      caseNumber: '',
      tags: '',
      notes: '',
      cameras: '',
      ...usualShare,
    },
    schema: archivingSchema(isTitled),
    input: (typed) => ({ length: typed.length, ...sentFacts(typed), cameras: [...chosen], ...(isShared && sentShare(typed)) }),
    words: { cameras: t`Choose at least one camera.`, ...shareWords },
    send: async ({ length, title, cameras: _keys, caseNumber, tags, notes, ...share }) => {
      const wishes = wanted.map(({ key, sn, chlIndex, title: own, spanOf }, index) => {
        const numbered = title === '' || isTitled ? title || own : `${title.slice(0, archiveLimits.titleLength - 4)} ${index + 1}`
        return { key, sn, chlIndex, title: numbered, ...spanOf(length) }
      })
      await archiving.make(wishes, { caseNumber, tags, notes }, { isTogether, share: isShared ? (share as SentShare) : undefined })
      setDone(true)
    },
  })
  if (isDone) return <ArchivesBegun begun={archiving.begun} isShared={isShared} onClose={onClose} />
  const { error: _none, ...length } = field('length')
  const span = isTitled ? subjects[0]?.spanOf(values.length) : undefined
  return (
    <Dialog
      title={isSharing ? <Trans>Archive and share</Trans> : isTitled ? <Trans>Archive a part</Trans> : <Trans>Archive clips</Trans>}
      onClose={onClose}
    >
      <form className={forms['form']} {...form}>
        {!isTitled && (
          <p className={forms['text']}>
            <Plural value={wanted.length} one="# clip, with its event in the middle." other="# clips, each with its event in the middle." />{' '}
            {note}
          </p>
        )}
        <Select
          label={lengthLabel ?? t`Length`}
          data={[...lengths, ...clipLengths.map((value) => ({ value, label: usual[value] }))]}
          {...length}
        />
        {span && <p className={`${forms['text']} sl-figures`}>{timeRangeText(span.startMs, span.endMs, i18n.locale, subjects[0]?.zone)}</p>}
        {isTogether && subjects.length > 1 && (
          <fieldset className={classes['cameras']}>
            <legend>
              <Trans>Cameras</Trans>
            </legend>
            {subjects.map(({ key, name }) => (
              <Checkbox
                key={key}
                label={name}
                checked={chosen.has(key)}
                onChange={({ currentTarget: { checked } }) => setChosen(withKey(chosen, key, checked))}
              />
            ))}
          </fieldset>
        )}
        <ArchiveFactsFields field={field} titleHint={isTitled ? undefined : t`Left empty, each is called after what was seen.`} />
        <Checkbox
          label={isTitled ? t`Share it as well` : t`Share them as well`}
          checked={isShared}
          onChange={({ currentTarget: { checked } }) => setShared(checked)}
        />
        {isShared && (
          <div className={classes['share']} role="group" aria-label={t`Sharing`}>
            <ShareFields field={field} />
            <p className={forms['text']}>
              <Trans>Whoever has the link sees the clip without signing in, as soon as it is made. You can revoke it at any time.</Trans>
            </p>
          </div>
        )}
        <FormFoot trouble={trouble.form ?? trouble.cameras} onCancel={onClose}>
          <OnlineButton
            type="submit"
            loading={isBusy}
            offlineReason={archiving.isReachable ? undefined : t`Only with the service. It cannot be reached now.`}
          >
            {isShared ? <Trans>Archive and share</Trans> : <Trans>Archive</Trans>}
          </OnlineButton>
        </FormFoot>
      </form>
    </Dialog>
  )
}

function withKey(keys: ReadonlySet<string>, key: string, isIn: boolean): Set<string> {
  const next = new Set(keys)
  if (isIn) next.add(key)
  else next.delete(key)
  return next
}
