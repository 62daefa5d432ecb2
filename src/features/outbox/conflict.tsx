import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AlarmState } from '#contract/calls/event/alarm-handling.ts'
import type { ObjectFields } from '#contract/core-api.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { sitesQuery } from '../../data/places/sites.ts'
import { alarmStateNames } from '../../ui/text/alarm-names.ts'
import { fieldNames } from './field-text.ts'
import classes from './outbox.module.css'

const cameras = z.array(z.object({ sn: z.string(), chlIndex: z.number() }))

/** What the person wants beside what there is now; fields in which they differ are marked. */
export function Conflict({ mine, now }: { mine: ObjectFields | null; now: ObjectFields | null }) {
  const { i18n, t } = useLingui()
  const show = useFieldText()
  const names = Object.keys(mine ?? now ?? {})
  return (
    <div className={classes['scroll']} role="region" aria-label={t`Both versions`} tabIndex={0}>
      <table className={classes['versions']}>
        <thead>
          <tr>
            <th>
              <Trans>Field</Trans>
            </th>
            <th>
              <Trans>Mine</Trans>
            </th>
            <th>
              <Trans>Now on the service</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const label = fieldNames[name]
            return (
              <tr key={name} data-differs={mine?.[name] !== now?.[name]}>
                <th scope="row">{label ? i18n._(label) : name}</th>
                <td>{mine === null ? <Trans>deleted</Trans> : show(name, mine[name])}</td>
                <td>{now === null ? <Trans>deleted</Trans> : show(name, now[name])}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Values as people know them: sites and cameras by their names. */
function useFieldText(): (name: string, value: ObjectFields[string] | undefined) => string {
  const { t, i18n } = useLingui()
  const { data: sites } = useQuery(sitesQuery)
  const { data: channels } = useQuery(channelsQuery)
  function cameraNames(value: string): string {
    const listed = cameras.safeParse(JSON.parse(value))
    if (!listed.success) return value
    return listed.data
      .map(({ sn, chlIndex }) => channels?.channels.find((one) => one.sn === sn && one.chlIndex === chlIndex)?.channelName ?? sn)
      .join(', ')
  }
  return (name, value) => {
    if (value === undefined || value === null || value === '' || value === '[]') return '–'
    if (typeof value === 'boolean') return value ? t`Yes` : t`No`
    if (name === 'playChlList') return cameraNames(String(value))
    if (name === 'alarmState') return i18n._(alarmStateNames[value as AlarmState])
    if (name === 'siteId') return sites?.sites.find(({ siteId }) => siteId === value)?.siteName ?? String(value)
    return String(value)
  }
}
