import { Trans } from '@lingui/react/macro'
import { archivesUpdate } from '#contract/calls/archive/archives-update.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { updateArchive } from '../../data/records/archives.ts'
import { ArchiveFactsFields, sentFacts } from '../../ui/archive/archive-facts-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { FormFoot } from '../../ui/form/form-foot.tsx'
import forms from '../../ui/form/form.module.css'
import { useForm } from '../../ui/form/use-form.ts'

/** Changes what is written about an archive. */
export function EditArchive({ archive, onClose }: { archive: Archive; onClose: () => void }) {
  const { archiveId, title, caseNumber, tags, notes } = archive
  const { form, field, trouble, isBusy } = useForm({
    initial: { title, caseNumber, tags: tags.join(', '), notes },
    schema: archivesUpdate.input,
    input: (typed) => ({ archiveId, ...sentFacts(typed) }),
    send: async (change) => {
      await updateArchive(change)
      onClose()
    },
  })
  return (
    <Dialog title={<Trans>Edit the archive</Trans>} onClose={onClose}>
      <form className={forms['form']} {...form}>
        <ArchiveFactsFields field={field} />
        <FormFoot trouble={trouble.form} onCancel={onClose}>
          <Button type="submit" loading={isBusy}>
            <Trans>Save</Trans>
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
