import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { serviceNowMs } from '../../data/core/core.ts'
import { PASS_SPAN_MS, type Passes } from '../../data/records/passes.ts'
import { plateFileQuery } from '../../data/records/plate-file.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import { hasWildcards } from '#contract/plates.ts'
import { Button } from '../../ui/controls/button.tsx'
import classes from './vehicle.module.css'

/** Of which time the passes are, whose plate it is, and the ways to earlier and later ones. */
export function PassSpan({ plate, passes, isNow }: { plate: string | undefined; passes: Passes; isNow: boolean }) {
  const { i18n } = useLingui()
  const navigate = useNavigate({ from: '/vehicle/' })
  const { events, isWhole, fromMs, untilMs } = passes
  const [from, until] = [fromMs, untilMs].map((timeMs) => i18n.date(timeMs, { dateStyle: 'medium' }))
  const go = (to: number | undefined) => void navigate({ search: { plate, until: to } })
  return (
    <div className={classes['line']}>
      <span role="status">
        <Trans>
          {from} – {until}
        </Trans>
        {': '}
        {isWhole ? (
          <Plural value={events.length} _0="no passes" one="# pass" other="# passes" />
        ) : (
          <Plural value={events.length} one="the newest pass" other="the newest # passes" />
        )}
      </span>
      {plate !== undefined && !hasWildcards(plate) && <KnownPlate plate={plate} />}
      <span className={classes['more']}>
        <Button variant="default" size="compact-md" onClick={() => go(fromMs)}>
          <Trans>31 days before</Trans>
        </Button>
        {!isNow && (
          <Button variant="default" size="compact-md" onClick={() => go(laterOf(untilMs))}>
            <Trans>31 days later</Trans>
          </Button>
        )}
      </span>
    </div>
  )
}

/** The end of the next span; nothing when that is now. */
function laterOf(untilMs: number): number | undefined {
  const later = untilMs + PASS_SPAN_MS
  return later > serviceNowMs() ? undefined : later
}

/** The group of the plate database that the plate is in, for those who may look into that. */
function KnownPlate({ plate }: { plate: string }) {
  const maySee = useHoldsRole('administrator')
  const { data } = useQuery({ ...plateFileQuery(plate), enabled: maySee })
  if (!maySee || data === undefined) return null
  if (data === null) return <Trans>This plate is in no group.</Trans>
  const { groupId, groupName, owner } = data
  return (
    <span>
      {owner && `${owner}, `}
      <Link to="/vehicle/plates" search={{ group: groupId, search: data.plate }} className={classes['link']}>
        {groupName}
      </Link>
    </span>
  )
}
