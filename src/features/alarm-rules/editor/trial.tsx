import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useState } from 'react'
import type { eventRuleTry, TriedAlarm } from '#contract/calls/event/event-rule-try.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { tryRule } from '../../../data/organization/alarm-rules.ts'
import { usePicture } from '../../../data/records/use-picture.ts'
import { faultOf, type Fault } from '../../../lib/fault.ts'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { siteTimeText } from '../../../ui/text/site-time.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import { alarmKindName } from '../rule-words.ts'
import classes from './editor.module.css'

interface TrialProps {
  /** The rule as it stands, as a text: what was found is of another one when it has changed. */
  rule: string
  /** The rule to try; undefined when something is missing, which is said beside its field. */
  check: () => InputOf<typeof eventRuleTry> | undefined
  onFault: (fault: Fault) => void
  zoneOf: (siteId: string) => string | undefined
  offlineReason: string | undefined
}

/** What the rule would have raised in the last 24 hours, at the press of a button. */
export function Trial({ rule, check, onFault, zoneOf, offlineReason }: TrialProps) {
  const [found, setFound] = useState<{ rule: string; answer: OutputOf<typeof eventRuleTry> }>()
  const [isBusy, setBusy] = useState(false)
  async function run() {
    const input = check()
    if (input === undefined || isBusy) return
    setBusy(true)
    const fault = await faultOf(tryRule(input).then((answer) => setFound({ rule, answer })))
    setBusy(false)
    if (fault) onFault(fault)
  }
  const isStale = found !== undefined && found.rule !== rule
  return (
    <div className={classes['stack']}>
      <div className={classes['trial']}>
        <OnlineButton variant="default" offlineReason={offlineReason} loading={isBusy} onClick={() => void run()}>
          {found === undefined ? <Trans>Try on the last 24 hours</Trans> : <Trans>Try again</Trans>}
        </OnlineButton>
        <p className={classes['outcome']} role="status">
          {found !== undefined && !isStale && <Outcome answer={found.answer} />}
          {isStale && <Trans>The rule has changed since it was tried.</Trans>}
        </p>
      </div>
      {found !== undefined && !isStale && found.answer.newest.length > 0 && (
        <ul className={classes['tried']}>
          {found.answer.newest.map((alarm) => (
            <li key={`${alarm.sn} ${alarm.chlIndex} ${alarm.startedAtMs}`}>
              <Tried alarm={alarm} zone={zoneOf(alarm.siteId)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Outcome({ answer: { total, newest, fromMs, toMs, isCut } }: { answer: OutputOf<typeof eventRuleTry> }) {
  const { i18n } = useLingui()
  const [from, to] = [dateTimeText(fromMs, i18n.locale), dateTimeText(toMs, i18n.locale)]
  const shown = newest.length
  return (
    <>
      {isCut ? (
        <Plural value={total} one="Would have raised # alarm, and perhaps more:" other="Would have raised # alarms, and perhaps more:" />
      ) : (
        <Plural
          value={total}
          _0="Would have raised no alarm in the last 24 hours."
          one="Would have raised # alarm in the last 24 hours."
          other="Would have raised # alarms in the last 24 hours."
        />
      )}{' '}
      {isCut && (
        <Trans>
          there was too much to look at, only {from} to {to} was.
        </Trans>
      )}{' '}
      {total > shown && <Trans>The newest {shown}:</Trans>}
    </>
  )
}

/** An alarm that would have been raised: what, when by the clocks of its site, and where. */
function Tried({ alarm, zone }: { alarm: TriedAlarm; zone: string | undefined }) {
  const { i18n } = useLingui()
  const url = usePicture(alarm.pictureUrl)
  return (
    <>
      <span className={classes['picture']}>
        {alarm.pictureUrl === null ? <IconPhotoOff size={20} stroke={1.5} aria-hidden /> : url && <img src={url} alt="" decoding="async" />}
      </span>
      <span className={classes['what']}>
        {alarmKindName(alarm.kind)} {alarm.plate && <span className="sl-figures">{alarm.plate}</span>}
      </span>
      <span className={`${classes['whereabouts']} sl-figures`}>{siteTimeText(alarm.startedAtMs, i18n.locale, zone)}</span>
      <span className={classes['whereabouts']} title={`${alarm.sourceName} · ${alarm.siteName}`}>
        {alarm.sourceName} · {alarm.siteName}
      </span>
    </>
  )
}
