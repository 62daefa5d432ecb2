import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '#contract/calls/event/event.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import { plateFileQuery } from '../../data/records/plate-file.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { PersonFacts } from '../../ui/event/person-facts.tsx'
import { PlateLink } from '../../ui/page/plate-link.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { attributeFacts } from '../../ui/event/event-words.ts'
import classes from './panel.module.css'

/** All that is known of an event, by the clocks of its site. */
export function EventFacts({ event, zone }: { event: Event; zone: string }) {
  const { i18n } = useLingui()
  return (
    <>
      <Facts
        facts={[
          {
            name: <Trans>Time</Trans>,
            value: (
              <>
                {dateTimeText(event.atMs, i18n.locale, zone)} <span className={classes['zone']}>{zone}</span>
              </>
            ),
            isFigures: true,
          },
          { name: <Trans>Camera</Trans>, value: event.sourceName },
          { name: <Trans>Site</Trans>, value: event.siteName },
          { name: <Trans>Plate</Trans>, value: event.plate === null ? undefined : <PlateLink plate={event.plate} /> },
          ...attributeFacts(event.attributes),
        ]}
      />
      <PersonFacts event={event} />
      {event.plate !== null && <PlateFile plate={event.plate} />}
    </>
  )
}

/** What the plate database has of it, for those who may look into that. */
function PlateFile({ plate }: { plate: string }) {
  const maySee = useHoldsRole('administrator')
  const { data } = useQuery({ ...plateFileQuery(plate), enabled: maySee })
  if (!maySee || data === undefined) return null
  return (
    <section className={classes['part']}>
      <h3>
        <Trans>Plate database</Trans>
      </h3>
      {data === null ? (
        <p>
          <Trans>This plate is in no group.</Trans>
        </p>
      ) : (
        <Facts
          facts={[
            { name: <Trans>Group</Trans>, value: data.groupName },
            { name: <Trans>Owner</Trans>, value: data.owner || undefined },
            { name: <Trans>Phone</Trans>, value: data.phone || undefined, isFigures: true },
            { name: <Trans>Vehicle type</Trans>, value: data.vehicleType || undefined },
            { name: <Trans>Model</Trans>, value: [data.brand, data.model].join(' ').trim() || undefined },
          ]}
        />
      )}
    </section>
  )
}
