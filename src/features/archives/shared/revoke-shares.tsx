import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { revokeShares, type OrganizationShare } from '../../../data/records/archive-shares.ts'
import forms from '../../../ui/form/form.module.css'
import { Question } from '../../../ui/form/question.tsx'
import { say } from '../../../ui/notice/toast-store.ts'
import { useClips } from './use-clips.ts'
import { useRecipient } from './use-recipient.ts'

interface RevokeSharesProps {
  shares: readonly OrganizationShare[]
  offlineReason: string | undefined
  onRevoked: () => void
  onClose: () => void
}

const MOST_NAMED = 5

/** Asks before links are closed: whoever has one sees the clip no more. */
export function RevokeShares({ shares, offlineReason, onRevoked, onClose }: RevokeSharesProps) {
  const { t } = useLingui()
  const recipientOf = useRecipient()
  const clipsOf = useClips()
  const more = shares.length - MOST_NAMED
  return (
    <Question
      title={<Plural value={shares.length} one="Revoke this link?" other="Revoke # links?" />}
      answer={<Trans>Revoke</Trans>}
      isDanger
      offlineReason={offlineReason}
      onAnswer={async () => {
        const revoked = await revokeShares(shares.map(({ handle }) => handle))
        say('done', t`Links revoked: ${revoked}`)
        onClose()
        onRevoked()
      }}
      onClose={onClose}
    >
      <ul className={forms['text']}>
        {shares.slice(0, MOST_NAMED).map((share) => (
          <li key={share.handle}>
            {clipsOf(share)}: {recipientOf(share)}
          </li>
        ))}
        {more > 0 && (
          <li>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
      <p className={forms['text']}>
        <Trans>Whoever has such a link cannot open the clip any more. This cannot be taken back.</Trans>
      </p>
    </Question>
  )
}
