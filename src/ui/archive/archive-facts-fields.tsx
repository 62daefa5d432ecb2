import { useLingui } from '@lingui/react/macro'
import { archiveLimits } from '#contract/archives.ts'
import { TextInput } from '../controls/text-input.tsx'
import { Textarea } from '../controls/textarea.tsx'
import type { TextField } from '../form/use-form.ts'

/** What people write about an archive, as a form has it: all of it texts. */
export interface WrittenFacts {
  title: string
  caseNumber: string
  /** With commas between. */
  tags: string
  notes: string
}

interface ArchiveFactsFieldsProps {
  field: (name: keyof WrittenFacts) => TextField
  /** Said below the title. */
  titleHint?: string | undefined
}

/** Fields for what is written about an archive. No tag has a comma: names have none (rule 5.4). */
export function ArchiveFactsFields({ field, titleHint }: ArchiveFactsFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextInput label={t`Title`} description={titleHint} data-autofocus maxLength={archiveLimits.titleLength} {...field('title')} />
      <TextInput label={t`Case number`} maxLength={archiveLimits.caseNumberLength} {...field('caseNumber')} />
      <TextInput label={t`Tags, with commas between`} {...field('tags')} />
      <Textarea label={t`Notes`} rows={3} maxLength={archiveLimits.notesLength} {...field('notes')} />
    </>
  )
}

/** What is sent of it. */
export function sentFacts({ title, caseNumber, tags, notes }: WrittenFacts) {
  return {
    title,
    caseNumber,
    notes,
    tags: tags
      .split(/[,，]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  }
}
