import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/controls/button.tsx'
import { clipTimeText } from './clip-time.ts'
import type { Proposal } from './model/proposals.ts'
import classes from './redaction.module.css'

interface ProposalListProps {
  proposals: readonly Proposal[]
  isFull: boolean
  onSeek: (atMs: number) => void
  onAccept: (proposals: readonly Proposal[]) => void
}

/** Whom the camera has told of, and whose face was found, to be made unreadable with one press; and what that is worth. */
export function ProposalList({ proposals, isFull, onSeek, onAccept }: ProposalListProps) {
  const { t } = useLingui()
  const names = { face: t`Face`, person: t`Person` }
  if (proposals.length === 0) return null
  const acceptable = proposals.filter(({ isOpen }) => isOpen !== true)
  const reported = proposals.filter(({ places }) => places === undefined).length
  return (
    <section className={classes['proposals']} aria-label={t`Proposed areas`}>
      <div className={classes['line']}>
        <h2>
          <Trans>Proposed areas</Trans>
        </h2>
        {acceptable.length > 1 && (
          <Button size="compact-xs" variant="default" disabled={isFull} onClick={() => onAccept(acceptable)}>
            <Trans>Accept all</Trans>
          </Button>
        )}
      </div>
      {reported > 0 && (
        <p className={classes['hint']}>
          <Plural
            value={reported}
            one="The camera reported # face or person with this clip, and where it was at that moment."
            other="The camera reported # faces and persons with this clip, and where they were at that moment."
          />
        </p>
      )}
      <ul className={classes['areas']}>
        {proposals.map((proposal) => {
          const what = names[proposal.kind]
          const [first, last] = [proposal.atMs, proposal.places?.at(-1)?.atMs ?? proposal.atMs].map(clipTimeText)
          const when = first === last ? first : `${first} – ${last}`
          return (
            <li key={proposal.id}>
              <div className={classes['line']}>
                <button type="button" className={`${classes['moment']} sl-figures`} onClick={() => onSeek(proposal.atMs)}>
                  {what} · {when}
                </button>
                {proposal.isOpen === true ? (
                  <span className={classes['hint']}>
                    <Trans>Still being looked for</Trans>
                  </span>
                ) : (
                  <Button size="compact-xs" disabled={isFull} aria-label={t`Accept: ${what}, ${when}`} onClick={() => onAccept([proposal])}>
                    <Trans>Accept</Trans>
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
