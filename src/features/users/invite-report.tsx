import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { InviteLine, LineFault } from './invite-lines.ts'
import type { useInviteList } from './use-invite-list.ts'
import forms from '../../ui/form/form.module.css'
import classes from './panel.module.css'

interface InviteReportProps {
  lines: readonly InviteLine[]
  /** What the service said to a line, by its text. */
  refused: Readonly<Record<string, string>>
  sending: ReturnType<typeof useInviteList>['sending']
}

/** What is wrong with which line, and how far the sending has come. */
export function InviteReport({ lines, refused, sending }: InviteReportProps) {
  const { t } = useLingui()
  const faultTexts: Record<LineFault, string> = {
    email: t`There is no e-mail address at the beginning.`,
    alias: t`The name is missing, is longer than 32 characters, or has one of < > & , ' " / \\ % : #.`,
    role: t`There is no role of this name.`,
    fields: t`There are more than three fields.`,
    twice: t`This address stands in the list already.`,
    sites: t`More than 200 sites are chosen.`,
  }
  const wrong = lines.flatMap((line) => {
    const fault = line.kind === 'bad' ? faultTexts[line.fault] : refused[line.text]
    return fault === undefined ? [] : [{ ...line, fault }]
  })
  return (
    <>
      <p className={classes['note']} role="status">
        <Progress sending={sending} />
        {wrong.length > 0 && (
          <Plural value={wrong.length} one="# line has a fault and stays in the list." other="# lines have a fault and stay in the list." />
        )}
      </p>
      {sending.kind === 'done' && sending.trouble && (
        <p className={forms['trouble']} role="alert">
          {sending.trouble}
        </p>
      )}
      {wrong.length > 0 && (
        <ul className={classes['faults']} aria-label={t`Lines with a fault`} tabIndex={0}>
          {wrong.map(({ number, text, fault }) => (
            <li key={number}>
              {t`Line ${number}: ${fault}`} <q>{text}</q>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Progress({ sending }: Pick<InviteReportProps, 'sending'>) {
  if (sending.kind === 'no') return null
  if (sending.kind === 'done')
    return (
      <>
        <Plural value={sending.invited} _0="Nobody was invited." one="# person is invited." other="# people are invited." />{' '}
      </>
    )
  const { done, of } = sending
  return (
    <>
      <Trans>
        {done} of {of} are invited.
      </Trans>{' '}
    </>
  )
}
