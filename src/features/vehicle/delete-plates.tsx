import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Plate } from '#contract/calls/vehicle/plate.ts'
import { deletePlates } from '../../data/records/plates.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'

/** As many are named. */
const MOST_NAMED = 5

/** Asks before plates are deleted. */
export function DeletePlates({
  plates,
  offlineReason,
  onDone,
  onClose,
}: {
  plates: readonly Plate[]
  offlineReason: string | undefined
  onDone: () => void
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const named = plates.slice(0, MOST_NAMED).map(({ plate }) => plate)
  const more = plates.length - named.length
  const names = new Intl.ListFormat(i18n.locale).format(more > 0 ? [...named, t`${more} more`] : named)
  return (
    <Question
      title={<Plural value={plates.length} one="Delete # plate?" other="Delete # plates?" />}
      answer={<Trans>Delete</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        await deletePlates(plates.map(({ plateId }) => plateId))
        say('done', plates.length === 1 ? t`“${names}” is deleted.` : t`The plates are deleted.`)
        onDone()
      }}
      onClose={onClose}
    >
      <p className={forms['text']}>
        <Trans>{names}: what is known of owner and vehicle goes with them. What cameras have seen stays.</Trans>
      </p>
    </Question>
  )
}
