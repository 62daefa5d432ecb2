import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { codeOf } from '#contract/errors.ts'
import { askCore, coreState } from '../../data/core/core.ts'
import { type Fault, faultOf } from '../../lib/fault.ts'
import buttons from '../../ui/controls/button.module.css'
import { errorText } from '../../ui/text/error-text.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { JoinPage } from './join-page.tsx'
import own from './joining.module.css'

type Entry =
  | { kind: 'ready' | 'entering' }
  | { kind: 'in'; organizationName: string; untilMs: number | null }
  /** The link is good for nothing any more, or never was. */
  | { kind: 'over'; why: Over }
  | { kind: 'failed'; error: Fault }

type Over = 'ended' | 'expired' | 'foreign'
const overOfCode: Partial<Record<number, Over>> = {
  [codeOf('remote-access-ended')]: 'ended',
  [codeOf('link-expired')]: 'expired',
  [codeOf('link-not-valid')]: 'foreign',
  [codeOf('parameter-error')]: 'foreign',
}

/** The entry of an installer whose request was accepted. It takes a press: a link that is merely opened ends no session. */
export function RemoteAccessPage({ grant }: { grant: { grantId: string; token: string } }) {
  const [entry, setEntry] = useState<Entry>({ kind: 'ready' })

  async function onEnter() {
    setEntry({ kind: 'entering' })
    const entering = askCore('enterRemotely', grant)
    const error = await faultOf(entering)
    if (error) {
      const why = overOfCode[error.code]
      return setEntry(why === undefined ? { kind: 'failed', error } : { kind: 'over', why })
    }
    const { user, untilMs } = await entering
    setEntry({ kind: 'in', organizationName: user.organizationName, untilMs })
  }

  if (entry.kind === 'in') return <Entered {...entry} />
  if (entry.kind === 'over') return <LinkIsOver why={entry.why} />
  return (
    <JoinPage title={<Trans>Remote access</Trans>}>
      <p className={own['lead']}>
        <Trans>An organization has granted you access as its administrator. What you do there is written to its log.</Trans>
      </p>
      <SessionEndsNote />
      {entry.kind === 'failed' && (
        <p className={own['note']} role="alert">
          {errorText(entry.error)}
        </p>
      )}
      <button type="button" className={buttons['main']} aria-busy={entry.kind === 'entering'} onClick={() => void onEnter()}>
        {entry.kind === 'entering' ? <Trans>One moment…</Trans> : <Trans>Enter</Trans>}
      </button>
    </JoinPage>
  )
}

/** Warns whoever is signed in as somebody else. */
export function SessionEndsNote() {
  const { session } = useSnapshot(coreState)
  if (session.kind !== 'signed-in') return null
  const { alias } = session.user
  return (
    <p className={own['note']} role="status">
      <Trans>You are signed in as {alias}. When you enter, that session ends.</Trans>
    </p>
  )
}

/** Whoever is in, whereto, and until when. */
export function Entered({ organizationName, untilMs }: { organizationName: string; untilMs: number | null }) {
  const { i18n } = useLingui()
  const until = untilMs === null ? undefined : dateTimeText(untilMs, i18n.locale)
  return (
    <JoinPage title={<Trans>You are in</Trans>}>
      <p className={own['lead']}>
        {until === undefined ? (
          <Trans>
            You act as administrator of <b>{organizationName}</b> until it ends your access.
          </Trans>
        ) : (
          <Trans>
            You act as administrator of <b>{organizationName}</b> until {until}, or until it ends your access.
          </Trans>
        )}
      </p>
      <Link className={buttons['main']} to="/live">
        <Trans>Go to video</Trans>
      </Link>
    </JoinPage>
  )
}

/** Each state of a link has words of its own, and says what to do. */
function LinkIsOver({ why }: { why: Over }) {
  const { t } = useLingui()
  const words: Record<Over, { title: string; text: string }> = {
    ended: {
      title: t`This access has ended`,
      text: t`The organization has ended it before its time. Ask for access again if you still need it.`,
    },
    expired: { title: t`The time of this access is over`, text: t`It was granted for a time, and that has passed. Ask for access again.` },
    foreign: {
      title: t`This link is not valid`,
      text: t`Perhaps a part of it is missing, or it belongs to an installer who is no longer bound. Open the link in the newest e-mail.`,
    },
  }
  const { title, text } = words[why]
  return (
    <JoinPage title={title}>
      <p className={own['lead']}>{text}</p>
      <Link className={buttons['main']} to="/installer">
        <Trans>Ask for access</Trans>
      </Link>
    </JoinPage>
  )
}
